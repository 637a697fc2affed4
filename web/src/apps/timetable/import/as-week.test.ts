// Weeks that come as a cycle of days.
import { expect, it } from 'vitest';
import type { Cycle, Schedule, Span, Timetable } from '../types';
import { asWeek } from './as-week';

const span = (activity: Span['activity'], count: number): Span => ({ activity, count });
const cycleOf = (...spans: Span[]): Cycle => ({ kind: 'days', spans, pauses_on_days_off: false });
const schedule = (...days: number[]): Schedule => ({ name: '', days, weeks: 'all', lessons: [] });
const timetable = (cycle: Cycle, ...schedules: Schedule[]): Timetable => ({ cycle, subjects: [], schedules });
const said = (one: Timetable | null): (string | number[])[][] | undefined =>
  one?.schedules?.map(({ days, weeks = 'all' }) => [weeks, days]);

it('are weekdays again, with the days of rest left out', () => {
  const cycle = cycleOf(span('work', 2), span('rest', 1), span('work', 2), span('rest', 2));
  const week = asWeek(timetable(cycle, schedule(1, 3), schedule()));
  expect(week?.cycle).toEqual({ kind: 'weekly' });
  expect(said(week)).toEqual([
    ['all', [1, 4]],
    ['all', []],
  ]);
});

it('are odd and even ones where there are two', () => {
  const cycle = cycleOf(span('work', 5), span('rest', 2), span('work', 5), span('rest', 2));
  expect(said(asWeek(timetable(cycle, schedule(1, 6, 2, 8), schedule(10))))).toEqual([
    ['all', [1]],
    ['odd', [2]],
    ['even', [3]],
    ['even', [5]],
  ]);
});

it('are none where the cycle has other lengths, or pauses', () => {
  expect(asWeek(timetable({ kind: 'weekly' }))).toBeNull();
  expect(asWeek(timetable(cycleOf(span('work', 8), span('rest', 2))))).toBeNull();
  const spans = [span('work', 5), span('rest', 2)];
  expect(asWeek(timetable({ kind: 'days', spans, pauses_on_days_off: true }))).toBeNull();
});
