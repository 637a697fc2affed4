// What is posted reaches the badge, and a desktop that starts is not kept from its own calls.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { badgeCount } from '@/core/badges';
import { dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import start from './service';

let stop: () => void;
let unread = 2;
const asked = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => {
    asked();
    const body = JSON.stringify({ code: 200, message: 'ok', data: { unread } });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  });
  stop = start();
});
afterEach(() => {
  stop();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('counts what is unread once the desktop stands, and anew when something was posted', async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6000);
  expect(badgeCount('community')).toBe(2);
  unread = 3;
  const frame = { type: 'community_event', action: 'post_created', post_id: 7, post_type: 'forum' };
  dispatch(frame);
  dispatch({ ...frame, post_id: 8 });
  await vi.advanceTimersByTimeAsync(3500);
  expect(badgeCount('community')).toBe(3);
  expect(asked).toHaveBeenCalledTimes(2);
});
