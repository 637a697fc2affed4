// The papers of a day of exams while they are typed.
import { expect, it } from 'vitest';
import { blankDay } from '../model';
import type { Timetable } from '../types';
import { faultOf, lessonsOf, papersOf, withPaper, type Paper } from './papers';

const paper = (more: Partial<Paper>): Paper => ({
  key: 0,
  subject: '语文',
  start: '8:00',
  end: '10:00',
  room: '',
  ...more,
});

it('begin with one empty paper, and go on where the last one ends', () => {
  const first = papersOf(blankDay('2026-11-10'), undefined);
  expect(first).toMatchObject([{ subject: '', start: '08:00' }]);
  expect(withPaper(first)[1]).toMatchObject({ key: 1, start: '10:00', end: '' });
});

it('are those that the day has', () => {
  const rest = { short_name: null, teacher: null, color: null, own: false, changed: false, instead_of: null };
  const lessons = [{ subject: '数学', start: '14:00:00', end: '16:00:00', room: '考场 3', ...rest }];
  expect(papersOf({ ...blankDay('2026-11-10'), kind: 'exam', lessons }, undefined)).toMatchObject([
    { key: 0, subject: '数学', start: '14:00', end: '16:00', room: '考场 3' },
  ]);
});

it('keep their teachers and their seconds when only the room is changed', () => {
  const timetable: Timetable = {
    cycle: { kind: 'weekly' },
    subjects: [{ name: '语文', teacher: '张老师' }],
    schedules: [],
  };
  const rest = { short_name: null, color: null, own: false, changed: true, instead_of: null };
  const lessons = [
    { subject: '语文', start: '08:00', end: '10:00', teacher: '张老师', room: null, ...rest },
    { subject: '数学', start: '14:00:30', end: '16:00:30', teacher: '李老师', room: null, ...rest },
    { subject: '合唱', start: '17:00', end: '18:00', teacher: null, room: null, ...rest, own: true },
  ];
  const papers = papersOf({ ...blankDay('2026-11-10'), kind: 'exam', lessons }, timetable);
  expect(lessonsOf(papers.map((one, at) => (at === 1 ? { ...one, room: '考场 3', end: '16:30' } : one)))).toEqual([
    { subject: '语文', start: '08:00', end: '10:00' },
    { subject: '数学', start: '14:00:30', end: '16:30', teacher: '李老师', room: '考场 3' },
  ]);
});

it.each([
  [{ subject: ' ' }, 'subject'],
  [{ start: '8' }, 'start'],
  [{ end: '' }, 'end'],
  [{ end: '07:00' }, 'end'],
  [{}, null],
] as const)('with %o have the fault %s', (more, fault) => {
  expect(faultOf(paper(more))).toBe(fault);
});

it('become lessons in the order of their times', () => {
  const typed = [paper({ key: 0, subject: '英语', start: '15:00', end: '17:00' }), paper({ key: 1, room: ' 3 ' })];
  expect(lessonsOf(typed)).toEqual([
    { subject: '语文', start: '08:00', end: '10:00', room: '3' },
    { subject: '英语', start: '15:00', end: '17:00' },
  ]);
});
