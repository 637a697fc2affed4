// Nouns and rules of countdowns, pure: order and wording. The server counts the days, because only it
// knows the portal's time zone.
import { toSchoolTime } from '@/core/time';
import type { Countdown } from './types';
import type { CountdownKey } from './i18n/zh';
import type { WidgetKey } from './widgets/i18n/zh';

/** Pinned first, then what comes next, then what is over, latest first. */
export function inOrder(countdowns: readonly Countdown[]): Countdown[] {
  return [...countdowns].sort(
    (a, b) =>
      Number(b.pinned) - Number(a.pinned) ||
      Number(a.days_left < 0) - Number(b.days_left < 0) ||
      Math.abs(a.days_left) - Math.abs(b.days_left) ||
      a.title.localeCompare(b.title, 'zh-CN'),
  );
}

/** The countdown that a widget shows. */
export function nextOf(countdowns: readonly Countdown[], filter: unknown): Countdown | undefined {
  const kept = filter === 'pinned' ? countdowns.filter((entry) => entry.pinned) : countdowns;
  const ordered = inOrder(kept);
  // A pinned date that is over must not hide what is still to come.
  return ordered.find((entry) => entry.days_left >= 0) ?? ordered[0];
}

/** The path of an event in the calendar, on the day that the countdown leads to. */
export const eventPath = ({ id, next_date }: Countdown): string => `${id}?day=${next_date}`;

/** Where a countdown is opened: an event in the calendar. */
export function linkOf(countdown: Countdown): string {
  return countdown.source === 'calendar' ? `#/app/calendar/${eventPath(countdown)}` : '#/app/countdown';
}

/** Which text fits a number of days in the list. */
export function daysKey(daysLeft: number): CountdownKey {
  if (daysLeft === 0) return 'days.today';
  return daysLeft > 0 ? 'days.left' : 'days.past';
}

/** Which text stands over the big number of the widget. */
export function headingKey(daysLeft: number): WidgetKey {
  if (daysLeft === 0) return 'days.is_today';
  return daysLeft > 0 ? 'days.to' : 'days.since';
}

/** How much of the waiting is over, from 0 to 1: since creation, or since the last repetition, by the school's clock. */
export function elapsedShare(countdown: Countdown, now: number): number {
  const end = Date.parse(`${countdown.next_date}T00:00:00`);
  const start = startOfWait(countdown, end);
  if (!(end > start)) return 1;
  return Math.max(0, Math.min(1, (toSchoolTime(new Date(now)).getTime() - start) / (end - start)));
}

function startOfWait(countdown: Countdown, end: number): number {
  const before = new Date(end);
  if (countdown.repeat_type === 'yearly') before.setFullYear(before.getFullYear() - 1);
  else if (countdown.repeat_type === 'monthly') before.setMonth(before.getMonth() - 1);
  else return toSchoolTime(new Date(countdown.created_at)).getTime();
  return before.getTime();
}
