// What an announcement is to its reader, pure: due days and filters.
import type { Announcement } from './types';
import { todayText } from '@/core/time';

export const FILTERS = ['all', 'unread', 'notice', 'homework'] as const;
export type Filter = (typeof FILTERS)[number];

const DAY_MS = 86_400_000;

/** Whether it asks this member for a confirmation; nobody confirms what they wrote themselves. */
export function asksFor({ requires_ack, author_id }: Announcement, me: string): boolean {
  return requires_ack && author_id !== me;
}

/** Whether it waits for this member: to be read, or to be confirmed. */
export function isWaiting(entry: Announcement, me: string): boolean {
  return !entry.read || (asksFor(entry, me) && !entry.acknowledged_at);
}

/** Those that a filter shows to this member; the order is the server's, pinned first. */
export function filtered(list: readonly Announcement[], filter: unknown, me: string): Announcement[] {
  if (filter === 'unread') return list.filter((entry) => isWaiting(entry, me));
  if (filter === 'notice' || filter === 'homework') return list.filter(({ type }) => type === filter);
  return [...list];
}

/** The pinned ones, then those that are unread, then the rest, each in the order of the server. */
export function unreadFirst(list: readonly Announcement[], isUnread: (entry: Announcement) => boolean): Announcement[] {
  const rest = list.filter(({ pinned }) => !pinned);
  return [
    ...list.filter(({ pinned }) => pinned),
    ...rest.filter(isUnread),
    ...rest.filter((entry) => !isUnread(entry)),
  ];
}

/** Days from today to a day in the wire form; negative when it is over, null when it is none. */
export function daysTo(day: string, today: Date): number | null {
  const end = Date.parse(`${day}T00:00:00Z`);
  const start = Date.parse(`${todayText(today)}T00:00:00Z`);
  return Number.isNaN(end) ? null : Math.round((end - start) / DAY_MS);
}

/** Which text fits the days that are left. */
export function dueKey(days: number): 'due.today' | 'due.tomorrow' | 'due.left' | 'due.past' {
  if (days === 0) return 'due.today';
  if (days === 1) return 'due.tomorrow';
  return days > 0 ? 'due.left' : 'due.past';
}
