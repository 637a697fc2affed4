// The inbox as the panel shows it: notifications that belong together, together; pure.
import type { NotificationInbox } from '@/api/types';

export type Notification = NotificationInbox['notifications'][number];

/** Notifications of one kind and topic without another between them, newest first. */
export interface NotificationGroup {
  /** The newest. */
  first: Notification;
  /** Those before it. */
  rest: readonly Notification[];
  unread: boolean;
}

/** Groups what follows each other; what has no topic stands alone. */
export function grouped(items: readonly Notification[]): NotificationGroup[] {
  const groups: { first: Notification; rest: Notification[]; unread: boolean }[] = [];
  items.forEach((item) => {
    const last = groups[groups.length - 1];
    if (last && item.topic && last.first.kind === item.kind && last.first.topic === item.topic) {
      last.rest.push(item);
      last.unread ||= !item.read;
    } else {
      groups.push({ first: item, rest: [], unread: !item.read });
    }
  });
  return groups;
}

/** Newer ones before those that are known; each once, as it is now. */
export function merged(newer: readonly Notification[], known: readonly Notification[]): Notification[] {
  const ids = new Set(newer.map(({ id }) => id));
  return [...newer, ...known.filter(({ id }) => !ids.has(id))].sort((a, b) => b.id - a.id);
}
