// What is pushed reaches the badge.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { badgeCount } from '@/core/badges';
import { disconnected, dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import start from './service';

const PATIENCE = { timeout: 10_000 };
let stop: () => void;
let unread = 2;

beforeEach(() => {
  vi.stubGlobal('fetch', () => {
    const data = { unread, unacknowledged: 0 };
    return Promise.resolve(
      new Response(JSON.stringify({ code: 200, message: 'ok', data }), {
        headers: { 'Content-Type': 'application/json' },
      }),
    );
  });
  stop = start();
});
afterEach(() => {
  stop();
  disconnected();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('shows how many are unread, also after something new', async () => {
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(2), PATIENCE);
  unread = 3;
  dispatch({ type: 'announcement_published', id: 7, kind: 'homework' });
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(3), PATIENCE);
});

it('asks again where the connection was up before it started, and not for one that brings what was missed', async () => {
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(3), PATIENCE);
  unread = 4;
  dispatch({ type: 'connected', resumed: true });
  expect(queryClient.isFetching()).toBe(0);
  stop();
  stop = start();
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(4), PATIENCE);
});
