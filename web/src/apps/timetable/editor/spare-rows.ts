// The times of periods without any lesson. What is stored has the times of lessons alone, so the device keeps these for
// whoever saves half-way and goes on later.
import { secondsOf } from '@/core/school-clock';
import { readPersonal, removePersonal, writePersonal } from '@/core/storage';
import type { Row } from '../rows';
import { daysOf, isEmpty, type Draft } from './model';

const keyOf = (id: string): string => `timetable-rows:${id}`;

/** Keeps them of a timetable that was saved. */
export function keepSpareRows(id: string, draft: Draft): void {
  const isSpare = (at: number): boolean => daysOf(draft).every((cells) => isEmpty(cells[at] ?? {}));
  const rows = draft.periods.filter((_, at) => isSpare(at));
  if (rows.length > 0) writePersonal(keyOf(id), rows);
  else removePersonal(keyOf(id));
}

/** Brings them back into the draft of what is stored. */
export function withKeptRows(id: string, draft: Draft): Draft {
  const kept = readPersonal(keyOf(id)) as Row[] | null;
  return kept ? withSpareRows(draft, kept) : draft;
}

/** Further rows in the order of their times; one that shares time with a row of the draft is left out. */
export function withSpareRows(draft: Draft, rows: readonly Row[]): Draft {
  const spare = rows.filter((row) => hasLength(row) && !draft.periods.some((period) => overlap(period, row)));
  const all = [...draft.periods.map((row, at) => ({ row, at })), ...spare.map((row) => ({ row, at: -1 }))];
  all.sort((a, b) => secondsOf(a.row.start) - secondsOf(b.row.start));
  return {
    ...draft,
    periods: all.map(({ row }) => row),
    days: draft.days.map((cells) => all.map(({ at }) => cells[at] ?? {})),
  };
}

const hasLength = ({ start, end }: Row): boolean => secondsOf(start) < secondsOf(end);
const overlap = (a: Row, b: Row): boolean =>
  secondsOf(a.start) < secondsOf(b.end) && secondsOf(b.start) < secondsOf(a.end);
