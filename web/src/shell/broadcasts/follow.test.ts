// Broadcasts on a desktop: what shows, what counts as seen, and what other devices say.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import type { UserInfo } from '@/api/types';
import { alarm } from '@/core/broadcasts/alarm';
import { disconnected, dispatch } from '@/core/live/bus';
import {
  clearNotices,
  dismissNotice,
  markSeen,
  notice,
  noticeHistory,
  resetNotices,
  setDoNotDisturb,
  tellShown,
  unseenCount,
} from '@/core/notify';
import { updateUser } from '@/core/session';
import { followPushes } from '../push-handlers';

vi.mock('@/core/broadcasts/alarm', () => ({ alarm: vi.fn() }));

let scope: EffectScope;
let seen: string[];
let missed: unknown[];

const json = (data: unknown) =>
  new Response(JSON.stringify({ code: 200, message: 'x', data }), { headers: { 'Content-Type': 'application/json' } });

function reply({ url, method }: Request): Promise<Response> {
  const path = new URL(url).pathname;
  if (method === 'POST') seen.push(path);
  return Promise.resolve(json(path.endsWith('broadcasts') ? missed : null));
}

const start = async (): Promise<void> => {
  scope = effectScope();
  scope.run(followPushes);
  await vi.advanceTimersByTimeAsync(10);
};
const broadcast = (id: string, priority: string) =>
  dispatch({
    type: 'super_island_notification',
    notification: { type: 'broadcast', id, content: `text ${id}`, priority },
  });

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  resetNotices();
  seen = [];
  missed = [];
  vi.mocked(alarm).mockClear();
  vi.stubGlobal('fetch', reply);
});
afterEach(() => {
  scope.stop();
  disconnected();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows urgent broadcasts until they are closed, through do-not-disturb, and once', async () => {
  await start();
  setDoNotDisturb(true);
  broadcast('a', 'important');
  broadcast('b', 'urgent');
  broadcast('b', 'urgent');
  expect(notice.value?.text).toBe('text b');
  expect(noticeHistory.value.length).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notice.value?.text).toBe('text b');
  if (notice.value) tellShown(notice.value);
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual([]);
  notice.value?.action?.run();
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual(['/api/broadcasts/b/seen']);
  dismissNotice(notice.value?.id ?? '');
  expect(notice.value).toBeNull();
  setDoNotDisturb(false);
});

it('makes no sound for whoever sent it', async () => {
  await start();
  updateUser({ real_name: '王建国' } as UserInfo);
  const shown = (id: string, sender_real_name: string): void => {
    dispatch({
      type: 'super_island_notification',
      notification: { type: 'broadcast', id, content: id, priority: 'urgent', sender_real_name },
    });
    if (notice.value) tellShown(notice.value);
    dismissNotice(notice.value?.id ?? '');
  };
  shown('a', '王建国');
  expect(alarm).not.toHaveBeenCalled();
  shown('b', '李芳');
  expect(alarm).toHaveBeenCalledOnce();
});

it('tells the server of a normal one when it shows, and of an important one when somebody reads the history', async () => {
  await start();
  broadcast('a', 'normal');
  if (notice.value) tellShown(notice.value);
  broadcast('b', 'important');
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual(['/api/broadcasts/a/seen']);
  markSeen();
  markSeen();
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual(['/api/broadcasts/a/seen', '/api/broadcasts/b/seen']);
});

it('tells the server again what it was not there to hear', async () => {
  await start();
  broadcast('a', 'urgent');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  notice.value?.action?.run();
  await vi.advanceTimersByTimeAsync(10);
  vi.stubGlobal('fetch', reply);
  dispatch({ type: 'connected' });
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual(['/api/broadcasts/a/seen']);
});

/** As a reload does: only the device remembers. */
const reload = async (): Promise<void> => {
  scope.stop();
  resetNotices();
  await start();
};
const listed = (id: string, priority: string, seenOn = false) => ({
  id,
  content: `text ${id}`,
  priority,
  active: true,
  seen: seenOn,
});

it('keeps what could not be told over a reload, and shows it no more', async () => {
  await start();
  broadcast('a', 'important');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  notice.value?.action?.run();
  await vi.advanceTimersByTimeAsync(10);
  vi.stubGlobal('fetch', reply);
  missed = [listed('a', 'important')];
  await reload();
  expect([notice.value, noticeHistory.value.length]).toEqual([null, 0]);
  expect(seen).toEqual(['/api/broadcasts/a/seen']);
  await reload();
  expect([seen.length, localStorage.getItem('svc:broadcasts-seen')]).toEqual([1, null]);
});

it('asks no more about what the server does not know', async () => {
  await start();
  broadcast('a', 'important');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":404,"message":"x"}', { status: 404 })));
  notice.value?.action?.run();
  await vi.advanceTimersByTimeAsync(10);
  expect(localStorage.getItem('svc:broadcasts-seen')).toBeNull();
});

it('leaves when it was seen on another device, and is read in the history', async () => {
  await start();
  broadcast('a', 'urgent');
  broadcast('b', 'important');
  dispatch({ type: 'broadcast_seen', id: 'a' });
  expect(notice.value?.text).toBe('text b');
  expect(noticeHistory.value.map((told) => told.seen)).toEqual([false, true]);
  // The same word comes with the list when the connection was down.
  missed = [listed('b', 'important', true)];
  dispatch({ type: 'connected' });
  await vi.advanceTimersByTimeAsync(10);
  expect([notice.value, unseenCount.value]).toEqual([null, 0]);
  markSeen();
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual([]);
});

it('goes on showing one that this device has shown when another one says the same', async () => {
  await start();
  broadcast('a', 'normal');
  if (notice.value) tellShown(notice.value);
  dispatch({ type: 'broadcast_seen', id: 'a' });
  expect(notice.value?.text).toBe('text a');
});

it('never tells again what was closed, though the history was cleared', async () => {
  await start();
  broadcast('a', 'normal');
  if (notice.value) tellShown(notice.value);
  clearNotices();
  dismissNotice(notice.value?.id ?? '');
  missed = [listed('a', 'normal')];
  dispatch({ type: 'connected' });
  await vi.advanceTimersByTimeAsync(10);
  expect([notice.value, noticeHistory.value.length]).toEqual([null, 0]);
});

it('counts normal ones that went to the bell unshown when somebody opens it', async () => {
  setDoNotDisturb(true);
  await start();
  broadcast('a', 'normal');
  await vi.advanceTimersByTimeAsync(10);
  expect([notice.value, unseenCount.value, seen]).toEqual([null, 1, []]);
  markSeen();
  await vi.advanceTimersByTimeAsync(10);
  expect([unseenCount.value, seen]).toEqual([0, ['/api/broadcasts/a/seen']]);
  setDoNotDisturb(false);
});

it('shows the newest of several normal ones that were missed, and each that comes live', async () => {
  const normal = { priority: 'normal', active: true, seen: false };
  missed = [
    { ...normal, id: 'new', content: 'new', created_at: '2027-01-02' },
    { ...normal, id: 'old', content: 'old', created_at: '2027-01-01' },
  ];
  await start();
  expect(notice.value?.text).toBe('new');
  broadcast('live', 'normal');
  expect(notice.value?.text).toBe('new');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notice.value?.text).toBe('text live');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notice.value).toBeNull();
});

it('tells what was missed, oldest first, and takes back what was taken back', async () => {
  missed = [
    { id: 'new', content: 'new', priority: 'important', created_at: '2027-01-02', active: true, seen: false },
    { id: 'old', content: 'old', priority: 'important', created_at: '2027-01-01', active: true, seen: false },
    { id: 'over', content: 'over', priority: 'urgent', active: false, seen: false },
    { id: 'seen', content: 'seen', priority: 'urgent', active: true, seen: true },
  ];
  await start();
  expect(noticeHistory.value.map((entry) => entry.text)).toEqual(['new', 'old']);
  dispatch({ type: 'broadcast_ended', id: 'new' });
  expect(noticeHistory.value.map((entry) => entry.text)).toEqual(['old']);
});

it('leaves a broadcast that was missed to the list, which knows whether it still stands', async () => {
  await start();
  const tell = (id: string) =>
    dispatch({
      type: 'super_island_notification',
      historical: true,
      notification: { id, content: id, priority: 'important' },
    });
  tell('over');
  tell('stands');
  expect(noticeHistory.value).toEqual([]);
  missed = [{ id: 'stands', content: 'stands', priority: 'important', active: true, seen: false }];
  dispatch({ type: 'connected' });
  await vi.advanceTimersByTimeAsync(10);
  expect(noticeHistory.value.map((entry) => entry.text)).toEqual(['stands']);
});
