// The live connection waits for a server that is offline, and for nobody who has signed out.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Session } from '@/api/types';
import { serverOffline } from '../connection';
import { enter, forget } from '../session';
import { liveState, startLive } from './index';
import { openLiveConnection } from './live-connection';

vi.mock('./live-connection', () => ({ openLiveConnection: vi.fn(() => ({ close: vi.fn() })) }));

const IDLE_MS = 3_000;
const session = { user_info: { user_id: 'u1' }, screens_locked: false } as unknown as Session;

startLive();

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(openLiveConnection).mockClear();
});
afterEach(async () => {
  forget();
  await nextTick();
  serverOffline.value = false;
  vi.useRealTimers();
});

it('opens once the desktop is idle', async () => {
  enter(session);
  await nextTick();
  expect(liveState.value).toBe('connecting');
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(openLiveConnection).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(openLiveConnection).toHaveBeenCalledTimes(1);
});

it('is tried again until a server that was offline is back', async () => {
  serverOffline.value = true;
  enter(session);
  await nextTick();
  await vi.advanceTimersByTimeAsync(3 * IDLE_MS);
  expect(openLiveConnection).not.toHaveBeenCalled();
  serverOffline.value = false;
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(openLiveConnection).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(openLiveConnection).toHaveBeenCalledTimes(1);
});

it('is not tried again for somebody who signed out while its code failed to come', async () => {
  let fail = (): void => undefined;
  const code = new Promise((_, reject) => (fail = () => reject(new Error('no code'))));
  code.catch(() => undefined);
  vi.doMock('./live-connection', () => code);
  enter(session);
  await nextTick();
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  forget();
  await nextTick();
  fail();
  await vi.dynamicImportSettled();
  expect(openLiveConnection).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
