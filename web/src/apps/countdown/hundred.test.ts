// The rows of the hundred days and their colours.
import { expect, it } from 'vitest';
import { levelOf, ownTotal, rowsOf, todayOf } from './hundred';
import type { CountdownDay, CountdownDays } from './types';

const DAY_MS = 86_400_000;

/** As many days from 1 September 2026 on; those after the first `past` are to come. */
function days(count: number, past: number, more: Partial<CountdownDay> = {}): CountdownDay[] {
  return Array.from({ length: count }, (_, i) => {
    const date = new Date(Date.parse('2026-09-01') + i * DAY_MS).toISOString().slice(0, 10);
    return i < past
      ? { date, checked_in: i, of: 40, own: i % 2 === 0, ...more }
      : { date, checked_in: null, of: null, own: null };
  });
}

it('has rows of ten, each with how many days are left', () => {
  const rows = rowsOf(days(100, 3), '2026-09-03');
  expect(rows.map(({ left }) => left)).toEqual([100, 90, 80, 70, 60, 50, 40, 30, 20, 10]);
  expect(rows.every(({ cells }) => cells.length === 10)).toBe(true);
  expect(rowsOf(days(31, 0), '2026-09-03').map(({ cells }) => cells.length)).toEqual([10, 10, 10, 1]);
  expect(rowsOf([], '2026-09-03')).toEqual([]);
});

it('colours a day by the share of the class', () => {
  expect([0, 1, 10, 11, 20, 30, 31, 40].map((n) => levelOf(n, 40))).toEqual([0, 1, 1, 2, 2, 3, 4, 4]);
  expect(levelOf(0, 0)).toBe(0);
});

it('marks today and one’s own days, and leaves days to come without a colour', () => {
  const [row] = rowsOf(days(10, 3), '2026-09-03');
  expect(row?.cells.map(({ level }) => level)).toEqual([0, 1, 1, null, null, null, null, null, null, null]);
  expect(row?.cells.map(({ isToday }) => isToday).indexOf(true)).toBe(2);
  expect(row?.cells.filter(({ own }) => own)).toHaveLength(2);
});

it('shows one’s own check-ins where there is no class', () => {
  const own: CountdownDays = { class: null, total: 0, days: days(10, 3, { checked_in: null, of: null }) };
  expect(
    rowsOf(own.days, '')[0]
      ?.cells.map(({ level }) => level)
      .slice(0, 4),
  ).toEqual([4, 0, 4, null]);
  expect(ownTotal(own)).toBe(2);
  expect(todayOf(own, '2026-09-02')?.own).toBe(false);
  expect(todayOf(own, '2027-01-01')).toBeUndefined();
});
