// The inbox on a desktop: the count on the bell, what the island tells of, and what other devices have read.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { badgeCount } from '@/core/badges';
import { disconnected, dispatch } from '@/core/live/bus';
import { notice, noticeHistory, quietReason, resetNotices } from '@/core/notify';
import { preferencesQuery } from '@/core/notifications/preferences';
import { queryClient } from '@/core/query';
import { toasts } from '@/core/toast';
import { panel } from '../panels';
import { followNotifications, openNotification } from './follow';
import { failure, INBOX, items, markAllRead, markRead } from './inbox';
import type { Notification } from './model';

const PATIENCE = { timeout: 10_000 };
let scope: EffectScope;
let server: Notification[];
let reads: number;
let isAway: boolean;
let quiet: { quiet_from: string | null; quiet_to: string | null };

const item = (id: number, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'announcement',
  app: 'announcements',
  topic: '',
  title: `新公告 ${id}`,
  text: '',
  sender_id: '',
  sender_name: '',
  link: { app: 'announcements', path: `${id}` },
  silent: false,
  read: false,
  created_at: '2026-09-01T00:00:00.000Z',
  ...more,
});
const json = (data: unknown) =>
  new Response(JSON.stringify({ code: 200, message: 'ok', data }), { headers: { 'Content-Type': 'application/json' } });
const unread = () => server.filter(({ read }) => !read).length;

/** Keeps an inbox as the server does. */
async function reply(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname.endsWith('/preferences')) return json({ kinds: [], ...quiet });
  if (pathname.endsWith('/read')) {
    const { ids } = (await request.json()) as { ids: number[] };
    server = server.map((entry) => (ids.includes(entry.id) ? { ...entry, read: true } : entry));
    return json({ unread: unread() });
  }
  if (pathname.endsWith('/read-all')) {
    const { up_to } = (await request.json()) as { up_to: number };
    server = server.map((entry) => (entry.id <= up_to ? { ...entry, read: true } : entry));
    return json({ unread: unread() });
  }
  reads += 1;
  if (isAway) throw new TypeError('away');
  const after = Number(searchParams.get('after') ?? 0);
  return json({ notifications: server.filter(({ id }) => id > after), unread: unread(), has_more: false });
}

async function arrive(entry: Notification, historical = false): Promise<void> {
  server = [entry, ...server];
  dispatch({ type: 'notification_added', id: entry.id, kind: entry.kind, historical });
  await vi.waitFor(() => expect(items.value?.[0]?.id).toBe(entry.id), PATIENCE);
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 8, 1, 12) });
  resetNotices();
  [server, reads, isAway] = [[item(1)], 0, false];
  quiet = { quiet_from: null, quiet_to: null };
  vi.stubGlobal('fetch', reply);
  scope = effectScope();
  scope.run(followNotifications);
  await vi.waitFor(() => expect(items.value).toHaveLength(1), PATIENCE);
});
afterEach(() => {
  scope.stop();
  disconnected();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('counts what is unread, and tells of what is new alone', async () => {
  expect([badgeCount(INBOX), notice.value]).toEqual([1, null]);
  await arrive(item(2));
  expect([badgeCount(INBOX), notice.value?.title]).toEqual([2, '新公告 2']);
  expect(noticeHistory.value).toEqual([]);
});

it('does not tell of what was missed, nor of what an app tells of', async () => {
  await arrive(item(2), true);
  await arrive(item(3, { silent: true }));
  expect([badgeCount(INBOX), notice.value]).toEqual([3, null]);
});

it('marks one and all as read, and leaves what came meanwhile', async () => {
  await arrive(item(2));
  await markRead([2]);
  expect(badgeCount(INBOX)).toBe(1);
  server = [item(3), ...server];
  await markAllRead();
  expect([badgeCount(INBOX), items.value?.every(({ read }) => read)]).toEqual([1, true]);
});

it('takes back what the server could not note, and nothing else', async () => {
  await arrive(item(2));
  await arrive(item(3));
  let fail = (): void => undefined;
  const away = new Promise<Response>((_, reject) => (fail = () => reject(new TypeError('away'))));
  let asked = 0;
  vi.stubGlobal('fetch', (request: Request) =>
    request.url.endsWith('/read') && ++asked === 1 ? away : reply(request),
  );
  const first = markRead([2]);
  await markRead([3]);
  await arrive(item(4));
  fail();
  await expect(first).rejects.toThrow();
  expect(items.value?.map(({ id, read }) => [id, read])).toEqual([
    [4, false],
    [3, true],
    [2, false],
    [1, false],
  ]);
});

it('says that opening a notification could not be noted', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  openNotification(item(1, { link: null }));
  await vi.waitFor(() => expect(toasts.value.map(({ text }) => text).join()).toContain('没能标为已读'), PATIENCE);
  expect(items.value?.[0]?.read).toBe(false);
});

it('hears what another device has read', async () => {
  server = [item(1, { read: true })];
  dispatch({ type: 'notifications_changed' });
  await vi.waitFor(() => expect(badgeCount(INBOX)).toBe(0), PATIENCE);
});

it('tells of nothing in the quiet hours of the member', async () => {
  quiet = { quiet_from: '11:00', quiet_to: '13:00' };
  dispatch({ type: 'notifications_changed' });
  await vi.waitFor(() => expect(quietReason.value).toBe('hours'), PATIENCE);
  await arrive(item(2));
  expect([badgeCount(INBOX), notice.value]).toEqual([2, null]);
  scope.stop();
  expect(quietReason.value).toBeUndefined();
});

it('knows the quiet hours that the settings have read before it', () => {
  scope.stop();
  queryClient.setQueryData(preferencesQuery.queryKey, { kinds: [], quiet_from: '11:00', quiet_to: '13:00' });
  scope = effectScope();
  scope.run(followNotifications);
  expect(quietReason.value).toBe('hours');
});

it('what was read, was taken back or is shown by the open centre leaves the island', async () => {
  await arrive(item(2));
  await arrive(item(3));
  await vi.waitFor(() => expect(notice.value?.title).toBe('新公告 2'));
  await markRead([2]);
  await vi.waitFor(() => expect(notice.value?.title).toBe('新公告 3'));
  server = server.filter(({ id }) => id !== 3);
  dispatch({ type: 'notifications_changed' });
  await vi.waitFor(() => expect(notice.value).toBeNull());
  await arrive(item(4));
  await vi.waitFor(() => expect(notice.value?.title).toBe('新公告 4'));
  panel.value = 'notices';
  await vi.waitFor(() => expect(notice.value).toBeNull());
  await arrive(item(5));
  panel.value = '';
  await Promise.resolve();
  expect(notice.value).toBeNull();
});

it('reads the inbox once for a connection that brings what came before it, and anew for one that does not', async () => {
  dispatch({ type: 'connected', resumed: true });
  expect(reads).toBe(1);
  server = [item(2), ...server];
  dispatch({ type: 'connected' });
  await vi.waitFor(() => expect(items.value).toHaveLength(2), PATIENCE);
  scope.stop();
  reads = 0;
  scope = effectScope();
  scope.run(followNotifications);
  await vi.waitFor(() => expect(items.value).toHaveLength(2), PATIENCE);
  await markRead([2]);
  expect(reads).toBe(1);
});

it('reads the inbox anew with any connection where the server did not answer', async () => {
  isAway = true;
  dispatch({ type: 'reset' });
  await vi.waitFor(() => expect(failure.value).not.toBeNull(), PATIENCE);
  isAway = false;
  server = [item(2), ...server];
  dispatch({ type: 'connected', resumed: true });
  await vi.waitFor(() => expect(items.value).toHaveLength(2), PATIENCE);
});
