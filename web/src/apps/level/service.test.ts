// What is pushed while no window is open reaches the level that the widget shows.
import { afterEach, expect, it } from 'vitest';
import { disconnected, dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import { LEVEL_KEY } from './queries';
import start from './service';

let stop = (): void => undefined;
const isBehind = (): boolean | undefined => queryClient.getQueryState(LEVEL_KEY)?.isInvalidated;

afterEach(() => {
  stop();
  disconnected();
  queryClient.clear();
});

it('is read anew where the connection was up before it started, and not for one that brings what was missed', () => {
  queryClient.setQueryData(LEVEL_KEY, { level: 3 });
  stop = start();
  dispatch({ type: 'connected', resumed: true });
  expect(isBehind()).toBe(false);
  stop();
  stop = start();
  expect(isBehind()).toBe(true);
});
