// A timetable as a grid of days and times, for looking at it before it holds, and on paper.
import type { Lesson, Subject, Timetable, Weeks } from '../types';

export interface WeekEntry {
  lesson: Lesson;
  /** The subject that the lesson names, where the timetable has it. */
  subject: Subject | undefined;
  weeks: Weeks;
}

export interface WeekRow {
  /** `HH:MM` */
  start: string;
  end: string;
  /** For each day what is then, none to several. */
  cells: WeekEntry[][];
}

export interface Week {
  /** Weekdays, or working days of the cycle. */
  days: number[];
  /** Whether the days are those of a cycle. */
  isCycle: boolean;
  rows: WeekRow[];
}

/** Days that stand in the grid even when they have no lesson. */
const SCHOOL_DAYS = [1, 2, 3, 4, 5];

/** The grid of a timetable. Lessons of the same times share a row. */
export function weekOf({ cycle, subjects = [], schedules = [] }: Timetable): Week {
  const isCycle = cycle?.kind === 'days';
  const taught = schedules.filter(({ lessons = [] }) => lessons.length > 0).flatMap(({ days }) => days);
  const days = [...new Set([...(isCycle ? [] : SCHOOL_DAYS), ...taught])].sort((a, b) => a - b);
  const byName = new Map(subjects.map((subject) => [subject.name, subject]));
  const rows = new Map<string, WeekRow>();
  for (const { days: on, weeks = 'all', lessons = [] } of schedules) {
    for (const lesson of lessons) {
      const [start, end] = [lesson.start.slice(0, 5), lesson.end.slice(0, 5)];
      const row = rows.get(start + end) ?? { start, end, cells: days.map(() => []) };
      rows.set(start + end, row);
      const entry = { lesson, subject: byName.get(lesson.subject), weeks: isCycle ? ('all' as const) : weeks };
      on.forEach((day) => row.cells[days.indexOf(day)]?.push(entry));
    }
  }
  return { days, isCycle, rows: [...rows.values()].sort(byTime) };
}

/** How many lessons there are in a grid; one that is only in odd or even weeks counts too. */
export function lessonsIn(week: Week): number {
  return week.rows.reduce((sum, { cells }) => sum + cells.reduce((all, cell) => all + cell.length, 0), 0);
}

/** How many lessons each day of a grid has. */
export function lessonsByDay(week: Week): number[] {
  return week.days.map((_, at) => week.rows.reduce((sum, { cells }) => sum + (cells[at]?.length ?? 0), 0));
}

/** The subjects with the number of their lessons in a grid, most first. Those without a lesson stand last. */
export function subjectCounts({ subjects = [] }: Timetable, week: Week): { name: string; count: number }[] {
  const counts = new Map(subjects.map(({ name }) => [name, 0]));
  for (const { lesson } of week.rows.flatMap(({ cells }) => cells.flat())) {
    counts.set(lesson.subject, (counts.get(lesson.subject) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
}

function byTime(a: WeekRow, b: WeekRow): number {
  return a.start.localeCompare(b.start) || a.end.localeCompare(b.end);
}
