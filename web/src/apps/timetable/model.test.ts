// What the week and the day show of the server's days.
import { describe, expect, it } from 'vitest';
import { readSchoolClock } from '@/core/school-clock';
import type { SchoolTime } from '@/core/time';
import { dayName } from './day-words';
import { blankDay, dayCount, isDate, isWeekly, lessonState, shownLessons, weekGrid } from './model';
import { sampleDay } from './sample';
import type { Day, DayLesson } from './types';

const TODAY = '2026-09-10';
const lesson = (subject: string, start: string, end: string): DayLesson => {
  const rest = {
    short_name: null,
    teacher: null,
    room: null,
    color: null,
    own: false,
    changed: false,
    instead_of: null,
  };
  return { subject, start, end, ...rest };
};
const dayOf = (date: string): Day => {
  const lessons = [
    lesson('语文', '08:00', '08:40'),
    lesson('数学', '08:50', '09:30'),
    lesson('英语', '09:40', '10:20'),
  ];
  return { ...blankDay(date), kind: 'lessons', lessons };
};

describe('where a lesson stands', () => {
  /** The states of the lessons of today; the clock is read from days of another request. */
  const states = (time: string, days: Day[] = [dayOf(TODAY)]): string[] => {
    const reading = readSchoolClock(days, new Date(`${TODAY}T${time}`) as SchoolTime);
    const day = dayOf(TODAY);
    return day.lessons.map((one) => lessonState(day, one, reading, TODAY));
  };

  it.each([
    ['07:00', ['next', 'to_come', 'to_come']],
    ['08:10', ['on', 'to_come', 'to_come']],
    ['08:45', ['over', 'next', 'to_come']],
    ['09:50', ['over', 'over', 'on']],
    ['11:00', ['over', 'over', 'over']],
  ])('at %s is %o', (time, expected) => {
    expect(states(time)).toEqual(expected);
  });

  it('is not over while the lessons of today are not known', () => {
    expect(states('11:00', [])).toEqual(['to_come', 'to_come', 'to_come']);
  });

  it('is decided by the date on other days', () => {
    const reading = readSchoolClock([dayOf(TODAY)], new Date(`${TODAY}T08:10`) as SchoolTime);
    const of = (date: string): string => lessonState(dayOf(date), lesson('语文', '08:00', '08:40'), reading, TODAY);
    expect([of('2026-09-09'), of('2026-09-11')]).toEqual(['over', 'to_come']);
  });
});

it('a cancelled lesson keeps its place, and is neither on nor next', () => {
  const whole = dayOf(TODAY);
  const [first, second, third] = whole.lessons;
  if (!first || !second || !third) throw new Error('three lessons');
  const day = { ...whole, lessons: [first, third], cancelled: [second] };
  const at = (time: string): string[] => {
    const reading = readSchoolClock([day], new Date(`${TODAY}T${time}`) as SchoolTime);
    return shownLessons(day).map((one) => lessonState(day, one, reading, TODAY));
  };
  expect(at('08:45')).toEqual(['over', 'cancelled', 'next']);
  expect(at('09:00')).toEqual(['over', 'cancelled', 'next']);
  expect(weekGrid([day]).columns[0]?.cells.map(({ lesson: one, row }) => [row, one.subject])).toEqual([
    [0, '语文'],
    [1, '数学'],
    [2, '英语'],
  ]);
});

it('days of a cycle have numbers, days of a week have names', () => {
  const held = { ...dayOf(TODAY), timetable_id: 'one' };
  expect([isWeekly({ ...held, weeks: 'odd' }), isWeekly(held), isWeekly(blankDay(TODAY))]).toEqual([true, false, true]);
  expect([dayName(3, true), dayName(3, false)]).toEqual(['周三', '第 3 天']);
});

it('a cycle has as many days as it works', () => {
  const spans = [
    { activity: 'work' as const, count: 80 },
    { activity: 'rest' as const, count: 2 },
  ];
  expect(dayCount({ kind: 'days', spans, pauses_on_days_off: true })).toBe(80);
  expect(dayCount({ kind: 'weekly' })).toBe(7);
});

it.each([
  ['2026-09-10', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-99-99', false],
  ['9999-01-01', false],
  ['2026-9-1', false],
  ['', false],
])('%s is a date: %s', (text, expected) => {
  expect(isDate(text)).toBe(expected);
});

it.each(['00:05', '12:00', '23:20', '23:58'])('the sample has a lesson on and ends before midnight at %s', (time) => {
  const { lessons } = sampleDay(new Date(`${TODAY}T${time}`));
  const reading = readSchoolClock([{ date: TODAY, lessons }], new Date(`${TODAY}T${time}`) as SchoolTime);
  expect(reading.state).toBe('lesson');
  expect(lessons.every(({ start, end }) => start < end && end <= '23:59')).toBe(true);
});
