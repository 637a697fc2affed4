// Nouns and rules of duty that several screens share. Pure.
import { daysBetween, mondayOf, weekdayOf } from '@/core/dates';
import type { Day, OnDuty, Turn } from './types';

/** A tick and a note are taken for today and so many days before. */
const TICK_DAYS = 7;
const LAST_SCHOOL_DAY = 5;

/** Whether somebody of the turn is the member. */
export const isMine = (turn: Pick<Turn, 'people'>, userId: string | undefined): boolean =>
  userId !== undefined && turn.people.some(({ user_id }) => user_id === userId);

/** The entry of the member among the people on duty. */
export const ownEntry = (turn: Pick<Turn, 'people'>, userId: string | undefined): OnDuty | undefined =>
  userId === undefined ? undefined : turn.people.find(({ user_id }) => user_id === userId);

/** Whether the member turns in one of the rosters. */
export const isOnRoster = (
  rosters: readonly { groups: readonly { members: readonly { user_id: string | null }[] }[] }[],
  userId: string | undefined,
): boolean =>
  userId !== undefined &&
  rosters.some(({ groups }) => groups.some(({ members }) => members.some(({ user_id }) => user_id === userId)));

/** Whether the tick of a turn can be set now. */
export function isTickable(date: string, today: string): boolean {
  const ago = daysBetween(date, today);
  return ago >= 0 && ago <= TICK_DAYS;
}

/** The days of a week that are shown: those of a weekend only where there is school or duty, and today. */
export function shownDays(days: readonly Day[], monday: string, today: string): Day[] {
  return days
    .filter(({ date }) => mondayOf(date) === monday)
    .filter(
      (day) =>
        weekdayOf(day.date) <= LAST_SCHOOL_DAY || day.date === today || day.is_school_day || day.turns.length > 0,
    );
}

/** How many of the turns are done. */
export const doneCount = (turns: readonly Turn[]): number => turns.filter(({ done_at }) => done_at !== null).length;

/** The month of a date, as `[first, last]`. */
export function monthOf(date: string): [string, string] {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return [`${date.slice(0, 7)}-01`, last];
}

/** The same day of the month before or after, as its first day. */
export function turnMonth(first: string, by: number): string {
  const [year = 0, month = 1] = first.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** Whole weeks of a month, from Monday to Sunday. */
export function weeksOf(days: readonly Day[]): Day[][] {
  const weeks = new Map<string, Day[]>();
  for (const day of days) {
    const monday = mondayOf(day.date);
    weeks.set(monday, [...(weeks.get(monday) ?? []), day]);
  }
  return [...weeks.values()];
}
