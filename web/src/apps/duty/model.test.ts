// Days, weeks and months of duty.
import { expect, it } from 'vitest';
import { isOnRoster, isTickable, monthOf, shownDays, turnMonth, weeksOf } from './model';
import type { Day } from './types';
import { barsOf } from './history/bars';

const day = (date: string, is_school_day = true): Day => ({ date, is_school_day, reason: null, turns: [] });
const WEEK = ['30', '01', '02', '03', '04', '05', '06'].map((date) =>
  day(date === '30' ? '2026-11-30' : `2026-12-${date}`, !['05', '06'].includes(date)),
);
const dates = (days: readonly Day[]): string[] => days.map(({ date }) => date.slice(8));

it('a weekend is shown where it has school, or is today', () => {
  expect(dates(shownDays(WEEK, '2026-11-30', '2026-11-30'))).toEqual(['30', '01', '02', '03', '04']);
  expect(dates(shownDays(WEEK, '2026-11-30', '2026-12-06'))).toEqual(['30', '01', '02', '03', '04', '06']);
  const worked = WEEK.map((one) => (one.date === '2026-12-05' ? day(one.date) : one));
  expect(dates(shownDays(worked, '2026-11-30', '2026-11-30'))).toContain('05');
  expect(shownDays(WEEK, '2026-12-07', '2026-12-07')).toEqual([]);
});

it('is ticked today and for seven days', () => {
  const ticked = ['2026-11-22', '2026-11-23', '2026-11-30', '2026-12-01'].map((date) => isTickable(date, '2026-11-30'));
  expect(ticked).toEqual([false, true, true, false]);
});

it('a month has its last day, and neighbours beyond the year', () => {
  expect(monthOf('2028-02-10')).toEqual(['2028-02-01', '2028-02-29']);
  expect(turnMonth('2026-12-01', 1)).toBe('2027-01-01');
  expect(turnMonth('2027-01-01', -1)).toBe('2026-12-01');
  expect(weeksOf([...WEEK, day('2026-12-07')]).map((week) => week.length)).toEqual([7, 1]);
});

it('bars are as long as the counts, most first, and none where nobody had duty', () => {
  const count = (number: string, turns: number, done: number) => ({
    number,
    name: number,
    user_id: null,
    left: false,
    turns,
    done,
  });
  const { rows, most, average } = barsOf([count('1', 2, 1), count('2', 4, 4), count('3', 0, 0)]);
  expect(rows.map(({ number, share, doneShare }) => [number, share, doneShare])).toEqual([
    ['2', 1, 1],
    ['1', 0.5, 0.5],
    ['3', 0, 0],
  ]);
  expect([most, average]).toEqual([4, 2]);
  expect(barsOf([])).toEqual({ rows: [], most: 0, average: 0 });
});

it('knows who turns in a roster, so that nobody else is told that their turn is not near', () => {
  const rosters = [{ groups: [{ members: [{ user_id: null }] }, { members: [{ user_id: '260104' }] }] }];
  expect(['260104', '260100', undefined].map((id) => isOnRoster(rosters, id))).toEqual([true, false, false]);
  expect(isOnRoster([], '260104')).toBe(false);
});
