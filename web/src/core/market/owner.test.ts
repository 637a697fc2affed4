// Whose code is at work is read off the addresses in stacks.
import { afterEach, describe, expect, it } from 'vitest';
import { blamed, callerOf, sourceIn, type Source } from './owner';

const root = `${location.origin}/market-static/`;
const traces = Error as { captureStackTrace?: unknown };
const { captureStackTrace } = traces;

afterEach(() => void (traces.captureStackTrace = captureStackTrace));

/** Stands for `setTimeout` and its like. */
function instrument(): Source | undefined {
  return callerOf(instrument);
}

/** Runs code as a script of that address; `call` is what it may call. */
function asScript(address: string, code: string, ...call: unknown[]): unknown {
  return (new Function('call', 'other', `${code}\n//# sourceURL=${address}`) as (...given: unknown[]) => unknown)(
    ...call,
  );
}

describe.each([
  ['an engine that captures traces', false],
  ['an engine that only has stacks', true],
])('%s', (_, isPlain) => {
  it('knows the app whose code calls', () => {
    if (isPlain) traces.captureStackTrace = undefined;
    expect(asScript(`${root}chess/frontend/entry.js?v=1.2.0`, 'return call();', instrument)).toEqual({
      app: 'chess',
      file: 'frontend/entry.js',
    });
  });

  it('takes what the desktop does for an app as the desktop', () => {
    if (isPlain) traces.captureStackTrace = undefined;
    const desktop = (): Source | undefined => instrument();
    expect(asScript(`${root}chess/frontend/entry.js`, 'return call();', desktop)).toBeUndefined();
    expect(instrument()).toBeUndefined();
  });

  it('takes an app that is called by another for itself', () => {
    if (isPlain) traces.captureStackTrace = undefined;
    const inner = asScript(`${root}poll/a.js`, 'return function () { return call(); };', instrument);
    expect(asScript(`${root}chess/b.js`, 'return call();', inner)).toEqual({ app: 'poll', file: 'a.js' });
  });
});

it('reads addresses of this server below the folder of the apps alone', () => {
  expect(sourceIn(`${root}chess/e.js:3:5`)).toEqual({ app: 'chess', file: 'e.js' });
  const others = [undefined, '', 'https://evil.example/market-static/chess/e.js:1:1', `${location.origin}/assets/x.js`];
  expect(others.map(sourceIn)).toEqual(others.map(() => undefined));
});

it('blames the first app in the stack of an error, else the address that the browser names', () => {
  const error = new Error('x');
  error.stack = `Error: x\n at f (${location.origin}/assets/first.js:1:1)\n at g (${root}chess/e.js?v=1:2:3)`;
  expect(blamed(error)?.app).toBe('chess');
  expect(blamed(new SyntaxError('x'), `${root}poll/e.js?v=1`)?.app).toBe('poll');
  expect([blamed('a word'), blamed(null), blamed(undefined, '')]).toEqual([undefined, undefined, undefined]);
});
