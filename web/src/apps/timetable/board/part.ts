// What the board says of today's lessons. Pure.
import type { paths } from '@/api/generated/schema';
import type { DataOf } from '@/api/types';
import { readSchoolClock, type Reading } from '@/core/school-clock';
import { toSchoolTime } from '@/core/time';

export type Day = DataOf<paths['/api/timetable/days']['get']>['days'][number];
type Lesson = Day['lessons'][number];

export interface LessonsPart {
  today: Day;
  /** The next lesson, on this day or a later one. */
  next: { date: string; lesson: Lesson } | null;
}

/** The clock of the school at a moment in ms; after today's last lesson `next` is that of a later day. */
export function readingAt({ today, next }: LessonsPart, now: number): Reading<Day> {
  const reading = readSchoolClock([today], toSchoolTime(new Date(now)));
  return { ...reading, next: reading.next || (next && next.date > today.date ? next : undefined) };
}

export interface Rows {
  from: number;
  until: number;
  /** How many that are to come have no room. */
  more: number;
}

/** So few rows are all for the running lesson and those that follow. */
const FEW = 3;

/**
 * Which rows of a list are shown where `fitting` fit: those that are over make room first, and what says how many
 * more there are takes a row.
 */
export function rowsShown(count: number, fitting: number, current: number): Rows {
  if (count <= fitting) return { from: 0, until: count, more: 0 };
  // The running one has the one before it above, where there is room.
  const from = Math.max(0, Math.min(fitting > FEW ? current - 1 : current, count - fitting));
  if (from + fitting >= count || fitting < 2) return { from, until: from + fitting, more: 0 };
  const until = from + fitting - 1;
  return { from, until, more: count - until };
}
