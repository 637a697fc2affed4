// Rows for the lessons of several days: lessons at about the same time stand side by side. Pure.
import { secondsOf, type ClockLesson } from '@/core/school-clock';

export interface Row {
  /** The time that most lessons of the row have. */
  start: string;
  end: string;
}

export interface Placed<L> {
  lesson: L;
  row: number;
  /** How many rows it stands in: a double lesson stands in two. */
  span: number;
}

interface Options {
  /** Each lesson stands in one row alone, also a double one. */
  single?: boolean;
}

const keyOf = ({ start, end }: ClockLesson): string => `${start}-${end}`;
const lengthOf = ({ start, end }: ClockLesson): number => secondsOf(end) - secondsOf(start);

/** Whether they share more than half of the shorter one. */
function isBeside(a: ClockLesson, b: ClockLesson): boolean {
  const shared = Math.min(secondsOf(a.end), secondsOf(b.end)) - Math.max(secondsOf(a.start), secondsOf(b.start));
  return shared * 2 > Math.min(lengthOf(a), lengthOf(b));
}

/** Places the lessons of each day into rows that all days share; the rows are in the order of their times. */
export function placeInRows<L extends ClockLesson>(
  days: readonly (readonly L[])[],
  options: Options = {},
): { rows: Row[]; days: Placed<L>[][] } {
  // Two lessons of a day that fall into one row are told apart by a row of its own for the second, one at a time.
  const apart = new Set<string>();
  for (;;) {
    const rows = rowsOf(days.flat(), apart);
    const placed = days.map((lessons) => placeDay(lessons, rows, options));
    const clash = placed.map(({ clash: one }) => one).find(Boolean);
    if (!clash || apart.has(keyOf(clash))) {
      const all = placed.map(({ cells }) => cells);
      return { rows: named(rows, all), days: all };
    }
    apart.add(keyOf(clash));
  }
}

/** The shortest lessons make the rows; longer ones stand in those that they cover. */
function rowsOf(lessons: readonly ClockLesson[], apart: ReadonlySet<string>): Row[] {
  const distinct = [...new Map(lessons.map((lesson) => [keyOf(lesson), lesson])).values()];
  distinct.sort((a, b) => lengthOf(a) - lengthOf(b) || secondsOf(a.start) - secondsOf(b.start));
  const rows: Row[] = distinct.filter((one) => apart.has(keyOf(one))).map(({ start, end }) => ({ start, end }));
  for (const one of distinct) {
    if (!rows.some((row) => isBeside(row, one))) rows.push({ start: one.start, end: one.end });
  }
  return rows.sort((a, b) => secondsOf(a.start) - secondsOf(b.start) || secondsOf(a.end) - secondsOf(b.end));
}

function placeDay<L extends ClockLesson>(
  lessons: readonly L[],
  rows: readonly Row[],
  { single = false }: Options,
): { cells: Placed<L>[]; clash?: L } {
  const taken = new Set<number>();
  const cells: Placed<L>[] = [];
  for (const lesson of lessons) {
    const exact = rows.findIndex((row) => keyOf(row) === keyOf(lesson));
    const covered = rows.flatMap((row, index) => (isBeside(row, lesson) ? [index] : []));
    const wanted = exact >= 0 ? [exact] : covered;
    const first = single ? wanted.find((index) => !taken.has(index)) : wanted[0];
    const last = single ? first : wanted[wanted.length - 1];
    if (first === undefined || last === undefined) return { cells, clash: lesson };
    for (let row = first; row <= last; row++) {
      if (taken.has(row)) return { cells, clash: lesson };
      taken.add(row);
    }
    cells.push({ lesson, row: first, span: last - first + 1 });
  }
  return { cells };
}

/** Gives each row the time that most of its lessons have. */
function named<L extends ClockLesson>(rows: readonly Row[], days: readonly Placed<L>[][]): Row[] {
  return rows.map((row, index) => {
    const times = days.flat().filter((cell) => cell.row === index && cell.span === 1);
    const counts = new Map<string, number>();
    times.forEach(({ lesson }) => counts.set(keyOf(lesson), (counts.get(keyOf(lesson)) ?? 0) + 1));
    const most = times.reduce<Row>(
      (best, { lesson }) => ((counts.get(keyOf(lesson)) ?? 0) > (counts.get(keyOf(best)) ?? 0) ? lesson : best),
      row,
    );
    return { start: most.start, end: most.end };
  });
}
