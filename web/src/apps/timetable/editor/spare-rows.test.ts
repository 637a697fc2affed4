// Periods without a lesson are there when a saved timetable is opened again on the same device.
import { beforeEach, expect, it } from 'vitest';
import { draftOf, type Draft } from './model';
import { keepSpareRows, withKeptRows } from './spare-rows';

const lesson = { subject: '语文', start: '09:00', end: '09:40' };
const stored = (lessons = [lesson]): Draft =>
  draftOf({
    name: '秋季',
    from: '2026-09-01',
    until: null,
    first_day: '2026-09-01',
    timetable: { cycle: { kind: 'weekly' }, subjects: [], schedules: [{ days: [1], lessons }] },
  });
const EARLY = { start: '08:00', end: '08:40' };
const LATE = { start: '10:00', end: '10:40' };

beforeEach(() => localStorage.clear());

it('brings back the rows without lessons, around those with some', () => {
  const draft = stored();
  keepSpareRows('one', { ...draft, periods: [...draft.periods, EARLY, LATE, { start: '', end: '' }] });
  const again = withKeptRows('one', stored());
  expect(again.periods.map(({ start }) => start)).toEqual(['08:00', '09:00', '10:00']);
  expect(again.days[0]).toEqual([{}, { all: { subject: '语文' } }, {}]);
  expect(withKeptRows('two', stored()).periods).toHaveLength(1);
});

it('leaves out a row whose time has got a lesson', () => {
  const draft = stored();
  keepSpareRows('one', { ...draft, periods: [...draft.periods, EARLY, LATE] });
  const theirs = stored([lesson, { subject: '数学', start: '10:20', end: '11:00' }]);
  expect(withKeptRows('one', theirs).periods.map(({ start }) => start)).toEqual(['08:00', '09:00', '10:20']);
});

it('forgets them where all have lessons', () => {
  const draft = stored();
  keepSpareRows('one', { ...draft, periods: [...draft.periods, LATE] });
  keepSpareRows('one', draft);
  expect(withKeptRows('one', stored()).periods).toHaveLength(1);
});
