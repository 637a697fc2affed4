// Which lesson is on, and what comes next: a pure reading of the days that the server has resolved. Widgets, apps and
// the panel read it here, so that they never disagree. It says what `school_clock` of the server says, except for the
// minutes left on a day on which the clocks change: here they are those between two times of the clock.
import type { SchoolTime } from './time';

/** A lesson as far as the clock reads it; times are `HH:MM` or `HH:MM:SS`. */
export interface ClockLesson {
  start: string;
  end: string;
}

export interface ClockDay<L extends ClockLesson = ClockLesson> {
  /** `YYYY-MM-DD` */
  date: string;
  /** In the order of their times; two never share a moment. */
  lessons: readonly L[];
}

export type LessonOf<D extends ClockDay> = D['lessons'][number];

/** `before` and `after` the lessons of a day that has some, `break` between two of them. */
export type ClockState = 'lesson' | 'break' | 'before' | 'after' | 'no_lessons';

export interface Reading<D extends ClockDay, L extends ClockLesson = LessonOf<D>> {
  state: ClockState;
  /** Today; undefined where it is not among the days. */
  day: D | undefined;
  current: L | undefined;
  /** The lesson that comes next, today or on a later one of the days. */
  next: { date: string; lesson: L } | undefined;
  /** When the lesson ends, or the next one of today begins. */
  endsAt: string | undefined;
  /** The minutes until then, rounded up. */
  minutesLeft: number | undefined;
  /** How much of the lesson or of the break is over, from 0 to 1; 0 in the other states. */
  progress: number;
  /** Lessons of today that have not begun. */
  toCome: readonly L[];
}

/** Seconds since midnight of `HH:MM` or `HH:MM:SS`. */
export function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Reads the clock of the school: `days` in the order of their dates, `at` as the clock at school shows it. */
export function readSchoolClock<D extends ClockDay>(days: readonly D[], at: SchoolTime): Reading<D> {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const now = at.getHours() * 3600 + at.getMinutes() * 60 + at.getSeconds() + at.getMilliseconds() / 1000;
  const day = days.find((one) => one.date === date);
  const lessons: readonly LessonOf<D>[] = day?.lessons ?? [];
  const current = lessons.find(({ start, end }) => secondsOf(start) <= now && now < secondsOf(end));
  const toCome = lessons.filter(({ start }) => now < secondsOf(start));
  const state = stateOf(lessons, current, toCome);
  const endsAt = current?.end ?? toCome[0]?.start;
  const span = spanOf(lessons, current, toCome);
  return {
    state,
    day,
    current,
    next: toCome[0] ? { date, lesson: toCome[0] } : firstAfter(days, date),
    endsAt,
    minutesLeft: endsAt === undefined ? undefined : Math.ceil((secondsOf(endsAt) - now) / 60),
    progress: span ? (now - span.from) / (span.until - span.from) : 0,
    toCome,
  };
}

function stateOf(lessons: readonly ClockLesson[], current: unknown, toCome: readonly ClockLesson[]): ClockState {
  if (lessons.length === 0) return 'no_lessons';
  if (current) return 'lesson';
  if (toCome.length === lessons.length) return 'before';
  return toCome.length > 0 ? 'break' : 'after';
}

/** From when until when the lesson or the break is. */
function spanOf(
  lessons: readonly ClockLesson[],
  current: ClockLesson | undefined,
  toCome: readonly ClockLesson[],
): { from: number; until: number } | undefined {
  if (current) return { from: secondsOf(current.start), until: secondsOf(current.end) };
  const before = lessons[lessons.length - toCome.length - 1];
  return before && toCome[0] && { from: secondsOf(before.end), until: secondsOf(toCome[0].start) };
}

function firstAfter<D extends ClockDay>(
  days: readonly D[],
  date: string,
): { date: string; lesson: LessonOf<D> } | undefined {
  const day = days.find((one) => one.date > date && one.lessons.length > 0);
  const lesson = day?.lessons[0];
  return day && lesson && { date: day.date, lesson };
}

function two(n: number): string {
  return n < 10 ? `0${n}` : String(n);
}
