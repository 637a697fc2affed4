// The inbox of the member, as far as this page knows it: one list for the panel, the bell and the island.
import { ref, shallowRef } from 'vue';
import { api, send } from '@/api/client';
import type { NotificationInbox } from '@/api/types';
import { setBadge } from '@/core/badges';
import { serialised } from './serialised';
import { merged, type Notification } from './model';

/** The count on the bell is kept under this name. */
export const INBOX = 'notifications';
const PAGE = 30;

/** Newest first; null until the inbox was read. */
export const items = shallowRef<readonly Notification[] | null>(null);
export const hasMore = ref(false);
/** Why the inbox could not be read. */
export const failure = shallowRef<Error | null>(null);

const newestId = (): number => items.value?.[0]?.id ?? 0;

/** Reads the newest page anew. */
export const refresh = serialised(async () => {
  try {
    const inbox = await send(api.GET('/api/notifications', { params: { query: { limit: PAGE } } }));
    failure.value = null;
    takeOver(inbox, inbox.notifications, inbox.has_more);
  } catch (cause) {
    failure.value = cause as Error;
    throw cause;
  }
});

/** Fetches what has come since the newest that is known, and answers it, newest first. */
export async function fetchNewer(): Promise<Notification[]> {
  if (!items.value) {
    await refresh();
    return [];
  }
  const query = { after: newestId(), limit: PAGE };
  const inbox = await send(api.GET('/api/notifications', { params: { query } }));
  // Signed out meanwhile.
  if (!items.value) return [];
  // So many that some between are missing: the newest page stands for all.
  const known = inbox.has_more ? [] : items.value;
  takeOver(inbox, merged(inbox.notifications, known), inbox.has_more || hasMore.value);
  return inbox.notifications;
}

/** Reads the page before the oldest that is known. */
export const fetchOlder = serialised(async () => {
  const before = items.value?.[items.value.length - 1]?.id;
  if (!before) return;
  const inbox = await send(api.GET('/api/notifications', { params: { query: { before, limit: PAGE } } }));
  if (items.value) takeOver(inbox, merged(items.value, inbox.notifications), inbox.has_more);
});

/** Notes these as read, here at once and on the server. */
export async function markRead(ids: readonly number[]): Promise<void> {
  const unread = showRead(({ id }) => ids.includes(id));
  if (unread.size === 0) return;
  await counted(send(api.POST('/api/notifications/read', { body: { ids: [...ids] } })), unread);
}

/** Notes all as read up to the newest that the member can see: what comes meanwhile stays unread. */
export async function markAllRead(): Promise<void> {
  const up_to = newestId();
  if (!up_to) return;
  const unread = showRead(({ id }) => id <= up_to);
  await counted(send(api.POST('/api/notifications/read-all', { body: { up_to } })), unread);
}

/** Takes the count of an answer; after a refusal these are unread again, whatever has come or was read meanwhile. */
async function counted(answer: Promise<{ unread: number }>, unread: ReadonlySet<number>): Promise<void> {
  try {
    setCount((await answer).unread);
  } catch (cause) {
    items.value = items.value?.map((item) => (unread.has(item.id) ? { ...item, read: false } : item)) ?? null;
    throw cause;
  }
}

/** Forgets everything; called when the desktop ends. */
export function resetInbox(): void {
  items.value = null;
  hasMore.value = false;
  failure.value = null;
}

function takeOver({ unread }: NotificationInbox, list: readonly Notification[], more: boolean): void {
  items.value = list;
  hasMore.value = more;
  setCount(unread);
}

/** Shows these as read at once, and answers which of them were not. */
function showRead(is: (item: Notification) => boolean): Set<number> {
  const unread = new Set(items.value?.filter((item) => !item.read && is(item)).map(({ id }) => id));
  items.value = items.value?.map((item) => (unread.has(item.id) ? { ...item, read: true } : item)) ?? null;
  return unread;
}

function setCount(unread: number): void {
  setBadge(INBOX, unread);
}
