// What the week and the day show of the server's days. Pure.
import { secondsOf, type Reading } from '@/core/school-clock';
import { datesFrom, weekdayOf } from './dates';
import { placeInRows, type Placed, type Row } from './rows';
import type { Cycle, Day, DayLesson } from './types';

/** A longer time between two rows is a break of its own, as at noon. */
const LONG_BREAK_S = 45 * 60;
/** How the days of a timetable repeat that does not say it. */
export const WEEKLY: Cycle = { kind: 'weekly' };

export interface WeekColumn {
  day: Day;
  cells: Placed<DayLesson>[];
}

export interface WeekGrid {
  rows: (Row & { afterBreak: boolean })[];
  columns: WeekColumn[];
}

/** A day of which nothing is known, as outside of what was asked for. */
export const blankDay = (date: string): Day => ({
  date,
  week: null,
  weeks: null,
  kind: 'free',
  note: '',
  make_up: false,
  change: null,
  timetable_id: null,
  lessons: [],
  cancelled: [],
});

/** The seven days of a week, those that the server did not answer blank. */
export function weekOf(days: readonly Day[], monday: string): Day[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  return datesFrom(monday, 7).map((date) => byDate.get(date) ?? blankDay(date));
}

/** The days of a week that have a column: a weekend only where something is on it. */
export function shownDays(week: readonly Day[]): Day[] {
  return week.filter((day) => weekdayOf(day.date) <= 5 || day.kind !== 'free' || day.make_up || day.change !== null);
}

/** What stands in a day: its lessons, and in their places those that are cancelled, at whose times is no other. */
export const shownLessons = ({ lessons, cancelled }: Day): DayLesson[] =>
  [...lessons, ...cancelled].sort((a, b) => secondsOf(a.start) - secondsOf(b.start));

/** The week as a grid: rows in the order of real time, a column for each day. */
export function weekGrid(week: readonly Day[]): WeekGrid {
  const days = shownDays(week);
  const placed = placeInRows(days.map(shownLessons));
  const rows = placed.rows.map((row, index) => {
    const before = placed.rows[index - 1];
    return { ...row, afterBreak: !!before && secondsOf(row.start) - secondsOf(before.end) >= LONG_BREAK_S };
  });
  return { rows, columns: days.map((day, index) => ({ day, cells: placed.days[index] ?? [] })) };
}

/** Whether a lesson has other times than its row says. */
export const hasOtherTimes = ({ lesson, row, span }: Placed<DayLesson>, rows: readonly Row[]): boolean =>
  lesson.start !== rows[row]?.start || lesson.end !== rows[row + span - 1]?.end;

/** Minutes between two lessons, rounded. */
export const minutesBetween = (end: string, start: string): number =>
  Math.round((secondsOf(start) - secondsOf(end)) / 60);

/** The number of the week, where the days of the week have one. */
export const weekNumber = (week: readonly Day[]): number | null => week.find((day) => day.week !== null)?.week ?? null;

/** What stands for a subject where little room is. */
export function shortSubject({ subject, short_name: short }: Pick<DayLesson, 'subject' | 'short_name'>): string {
  if (short) return short;
  return [...subject].length > 3 && /\p{Script=Han}/u.test(subject) ? [...subject].slice(0, 2).join('') : subject;
}

/** Tells a lesson from the others of its day. */
export const lessonKey = ({ start, end, subject }: Pick<DayLesson, 'start' | 'end' | 'subject'>): string =>
  `${start}-${end}-${subject}`;

export type LessonState = 'over' | 'on' | 'next' | 'to_come' | 'cancelled';

/** Where a lesson of a day stands, as the school clock was read. While today's lessons are not read yet, none is over. */
export function lessonState(day: Day, lesson: DayLesson, reading: Reading<Day>, today: string): LessonState {
  if (day.cancelled.includes(lesson)) return 'cancelled';
  if (day.date !== today) return day.date < today ? 'over' : 'to_come';
  if (!reading.day?.lessons.length) return 'to_come';
  const { current, toCome } = reading;
  const isThis = (one: DayLesson | undefined): boolean => !!one && lessonKey(one) === lessonKey(lesson);
  if (isThis(current)) return 'on';
  if (!current && isThis(toCome[0])) return 'next';
  const mark = current ?? toCome[0];
  return mark && secondsOf(lesson.start) >= secondsOf(mark.start) ? 'to_come' : 'over';
}

/** Whether the days of the timetable that holds on a date are weekdays, and not those of a cycle. */
export const isWeekly = ({ weeks, timetable_id }: Day): boolean => weeks !== null || timetable_id === null;

/** How many days a timetable has lessons for: those of a week, or the working days of the cycle. */
export function dayCount(cycle: Cycle = WEEKLY): number {
  if (cycle.kind === 'weekly') return 7;
  return cycle.spans.reduce((sum, { activity, count }) => (activity === 'work' ? sum + count : sum), 0);
}

/** Whether a text is a date of the wire that the calendar has. */
export function isDate(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}
