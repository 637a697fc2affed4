// Nouns and rules of countdowns, pure: order and wording. The server counts the days and the progress, because only it
// knows the portal's time zone.
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

/** Whether it is what a filter asks for: of the class, the member's own, pinned, or anything. */
export function fits({ class: ofClass, pinned }: Countdown, filter: unknown): boolean {
  if (filter === 'class') return ofClass !== null;
  if (filter === 'own') return ofClass === null;
  return filter !== 'pinned' || pinned;
}

/** The countdown that a widget shows. */
export function nextOf(countdowns: readonly Countdown[], filter: unknown): Countdown | undefined {
  const ordered = inOrder(countdowns.filter((entry) => fits(entry, filter)));
  // A pinned date that is over must not hide what is still to come.
  return ordered.find((entry) => entry.days_left >= 0) ?? ordered[0];
}

/** The path of an event in the calendar, on the day that the countdown leads to. */
export const eventPath = ({ id, next_date }: Countdown): string => `${id}?day=${next_date}`;

/** Where a countdown is opened: an event in the calendar. */
export function linkOf(countdown: Countdown): string {
  return countdown.source === 'calendar' ? `#/app/calendar/${eventPath(countdown)}` : `#/app/countdown/${countdown.id}`;
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
