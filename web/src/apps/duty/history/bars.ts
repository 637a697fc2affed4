// The counts as bars. Pure.
import type { Count } from '../types';

interface Bar extends Count {
  /** Of the longest bar, from 0 to 1. */
  share: number;
  /** Of the own bar. */
  doneShare: number;
}

/** Most often first; the average with one digit. */
export function barsOf(counts: readonly Count[]): { rows: Bar[]; most: number; average: number } {
  const most = Math.max(0, ...counts.map(({ turns }) => turns));
  const sum = counts.reduce((all, { turns }) => all + turns, 0);
  const rows = counts.map((count) => ({
    ...count,
    share: most ? count.turns / most : 0,
    doneShare: count.turns ? count.done / count.turns : 0,
  }));
  rows.sort((a, b) => b.turns - a.turns || (a.number < b.number ? -1 : 1));
  return { rows, most, average: counts.length ? Math.round((sum / counts.length) * 10) / 10 : 0 };
}
