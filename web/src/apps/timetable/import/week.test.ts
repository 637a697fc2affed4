// The grid of a timetable.
import { expect, it } from 'vitest';
import type { Lesson, Timetable } from '../types';
import { lessonsByDay, lessonsIn, subjectCounts, weekOf } from './week';

const at = (subject: string, start: string, end: string): Lesson => ({ subject, start, end });
const WEEKLY: Timetable = {
  cycle: { kind: 'weekly' },
  subjects: [{ name: '语文' }, { name: '数学', short_name: '数' }, { name: '美术' }],
  schedules: [
    { name: '', days: [1, 2], weeks: 'all', lessons: [at('语文', '08:00', '08:40')] },
    { name: '', days: [1], weeks: 'odd', lessons: [at('数学', '08:50:00', '09:30:00')] },
    { name: '', days: [1], weeks: 'even', lessons: [at('班会', '08:50', '09:30')] },
    { name: '', days: [6], weeks: 'all', lessons: [at('数学', '07:30', '08:10')] },
  ],
};

it('has a column for each school day and each day that is taught, and a row for each time', () => {
  const week = weekOf(WEEKLY);
  expect(week.days).toEqual([1, 2, 3, 4, 5, 6]);
  expect(week.rows.map(({ start, end }) => `${start}-${end}`)).toEqual(['07:30-08:10', '08:00-08:40', '08:50-09:30']);
});

it('keeps the lessons of odd and even weeks in one cell', () => {
  const cell = weekOf(WEEKLY).rows[2]?.cells[0];
  expect(cell?.map(({ lesson, weeks }) => [lesson.subject, weeks])).toEqual([
    ['数学', 'odd'],
    ['班会', 'even'],
  ]);
  expect(cell?.map(({ subject }) => subject?.short_name)).toEqual(['数', undefined]);
});

it('counts lessons by day and by subject, also subjects without one', () => {
  const week = weekOf(WEEKLY);
  expect(lessonsIn(week)).toBe(5);
  expect(lessonsByDay(week)).toEqual([3, 1, 0, 0, 0, 1]);
  expect(subjectCounts(WEEKLY, week)).toEqual([
    { name: '语文', count: 2 },
    { name: '数学', count: 2 },
    { name: '班会', count: 1 },
    { name: '美术', count: 0 },
  ]);
});

it('has the working days of a cycle as its columns', () => {
  const spans = [{ activity: 'work' as const, count: 9 }];
  const week = weekOf({
    cycle: { kind: 'days', spans, pauses_on_days_off: false },
    subjects: [],
    schedules: [{ name: '', days: [9, 8], weeks: 'odd', lessons: [at('语文', '08:00', '08:40')] }],
  });
  expect([week.isCycle, week.days]).toEqual([true, [8, 9]]);
  expect(week.rows[0]?.cells[0]?.[0]?.weeks).toBe('all');
});
