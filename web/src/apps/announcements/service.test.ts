// What is pushed reaches the badge.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerApp, unregisterApp } from '@/core/apps';
import { badgeCount, clearBadges } from '@/core/badges';
import { disconnected, dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import start from './service';

const PATIENCE = { timeout: 10_000 };
let stop: () => void;
let unread = 2;
const asked: string[] = [];

/** As the server answers: how many are unread of both types, and the list of the notices. */
function answerTo(url: string): unknown {
  if (url.includes('/unread')) return { unread: 40, unacknowledged: 0 };
  const announcements = Array.from({ length: unread + 1 }, (_, id) => ({ id, type: 'notice', read: id >= unread }));
  return { announcements, total: announcements.length, page: 1, limit: 100 };
}

beforeEach(() => {
  registerApp({ name: 'homework', title: '作业', App: async () => ({ default: {} }) });
  vi.stubGlobal('fetch', ({ url }: Request) => {
    asked.push(new URL(url).search);
    return Promise.resolve(
      new Response(JSON.stringify({ code: 200, message: 'ok', data: answerTo(url) }), {
        headers: { 'Content-Type': 'application/json' },
      }),
    );
  });
  stop = start();
});
afterEach(() => {
  stop();
  disconnected();
  clearBadges();
  queryClient.clear();
  unregisterApp('homework');
  vi.unstubAllGlobals();
});

it('shows how many notices are unread, also after something new', async () => {
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(2), PATIENCE);
  expect(asked[0]).toBe('?type=notice&limit=100');
  unread = 3;
  dispatch({ type: 'announcement_published', id: 7, kind: 'notice' });
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

it('counts homework too where that has no app of its own', async () => {
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(4), PATIENCE);
  stop();
  queryClient.clear();
  unregisterApp('homework');
  stop = start();
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(40), PATIENCE);
});
