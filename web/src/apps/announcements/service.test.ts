// What is pushed reaches the badge and the island, and nobody is told of what they wrote.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { badgeCount } from '@/core/badges';
import { dispatch } from '@/core/live/bus';
import { noticeHistory, resetNotices } from '@/core/notify';
import { queryClient } from '@/core/query';
import start from './service';

const entry = { id: 7, type: 'homework', title: '第 3 章练习', author_id: '260100' };
const PATIENCE = { timeout: 10_000 };
let stop: () => void;
let unread = 2;

beforeEach(() => {
  vi.stubGlobal('fetch', (request: Request) => {
    const data = request.url.endsWith('/unread') ? { unread, unacknowledged: 0 } : entry;
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
  resetNotices();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('shows how many are unread, also after something new', async () => {
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(2), PATIENCE);
  unread = 3;
  dispatch({ type: 'announcement_published', id: 7, kind: 'homework' });
  await vi.waitFor(() => expect(badgeCount('announcements')).toBe(3), PATIENCE);
});

it('tells the island what is new, once, and not what was missed long ago', async () => {
  dispatch({ type: 'announcement_published', id: 7, kind: 'homework', historical: true });
  dispatch({ type: 'announcement_published', id: 7, kind: 'homework' });
  dispatch({ type: 'announcement_published', id: 7, kind: 'homework' });
  await vi.waitFor(
    () => expect(noticeHistory.value.map(({ title, text }) => [title, text])).toEqual([['新作业', '第 3 章练习']]),
    PATIENCE,
  );
});

it('reminds of what waits', async () => {
  dispatch({ type: 'announcement_reminder', id: 7 });
  await vi.waitFor(() => expect(noticeHistory.value[0]?.title).toBe('有一条公告等你确认'), PATIENCE);
});
