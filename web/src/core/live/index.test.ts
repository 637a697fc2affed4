// The live connection waits for a server that is away, and for nobody who has signed out.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Session } from '@/api/types';
import { serverOffline } from '../connection';
import { enter, forget } from '../session';
import { liveState, startLive } from './index';
import { openLine } from './line';

vi.mock('./line', () => ({ openLine: vi.fn(() => ({ close: vi.fn() })) }));

const CALM_MS = 3_000;
const session = { user_info: { user_id: 'u1' }, screens_locked: false } as unknown as Session;

startLive();

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(openLine).mockClear();
});
afterEach(async () => {
  forget();
  await nextTick();
  serverOffline.value = false;
  vi.useRealTimers();
});

it('opens once the desktop is calm', async () => {
  enter(session);
  await nextTick();
  expect(liveState.value).toBe('connecting');
  await vi.advanceTimersByTimeAsync(CALM_MS - 1);
  expect(openLine).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(openLine).toHaveBeenCalledTimes(1);
});

it('is tried again until a server that was away is back', async () => {
  serverOffline.value = true;
  enter(session);
  await nextTick();
  await vi.advanceTimersByTimeAsync(3 * CALM_MS);
  expect(openLine).not.toHaveBeenCalled();
  serverOffline.value = false;
  await vi.advanceTimersByTimeAsync(CALM_MS);
  expect(openLine).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * CALM_MS);
  expect(openLine).toHaveBeenCalledTimes(1);
});

it('is not tried again for somebody who signed out while its code failed to come', async () => {
  let fail = (): void => undefined;
  const code = new Promise((_, reject) => (fail = () => reject(new Error('no code'))));
  code.catch(() => undefined);
  vi.doMock('./line', () => code);
  enter(session);
  await nextTick();
  await vi.advanceTimersByTimeAsync(CALM_MS);
  forget();
  await nextTick();
  fail();
  await vi.dynamicImportSettled();
  expect(openLine).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
