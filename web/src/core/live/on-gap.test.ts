// State is read anew where frames may have been missed, and not where the connection brings them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { disconnected, dispatch } from './bus';
import { onGap, onUnresumed } from './on-gap';

const reread = vi.fn();
let stop: () => void;

beforeEach(() => reread.mockClear());
afterEach(() => {
  stop();
  disconnected();
});

it('a reset and a connection that is not resumed have state read anew, and a resumed one does not', () => {
  stop = onGap(reread);
  dispatch({ type: 'connected', resumed: true });
  expect(reread).not.toHaveBeenCalled();
  dispatch({ type: 'connected', resumed: false });
  dispatch({ type: 'reset' });
  expect(reread).toHaveBeenCalledTimes(2);
});

it('state that comes later than a resumed connection is read anew at once', () => {
  dispatch({ type: 'connected', resumed: true });
  stop = onGap(reread);
  expect(reread).toHaveBeenCalledTimes(1);
});

it('queries are left to the reset itself', () => {
  stop = onUnresumed(reread);
  dispatch({ type: 'reset' });
  expect(reread).not.toHaveBeenCalled();
  dispatch({ type: 'connected', resumed: false });
  expect(reread).toHaveBeenCalledTimes(1);
});

it('a resumed connection has state read anew too where its owner asks for that, and else does the other thing', () => {
  let hasFailed = true;
  const otherwise = vi.fn();
  stop = onGap(reread, { alsoIf: () => hasFailed, otherwise });
  dispatch({ type: 'connected', resumed: true });
  expect([reread, otherwise].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  hasFailed = false;
  dispatch({ type: 'connected', resumed: true });
  expect([reread, otherwise].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('nothing is read anew any more once it has stopped', () => {
  stop = onGap(reread);
  stop();
  dispatch({ type: 'connected', resumed: false });
  dispatch({ type: 'reset' });
  expect(reread).not.toHaveBeenCalled();
});
