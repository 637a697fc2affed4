// What the board says of today's lessons.
import { expect, it } from 'vitest';
import { blankDay } from '../model';
import { readingAt, rowsShown, type LessonsPart } from './part';

const lesson = (start: string, end: string, subject: string) => ({
  start,
  end,
  subject,
  short_name: null,
  teacher: null,
  room: null,
  color: null,
  own: false,
  changed: false,
  instead_of: null,
});
const part: LessonsPart = {
  today: { ...blankDay('2026-11-27'), lessons: [lesson('08:00', '08:40', '语文'), lesson('09:00', '09:40', '数学')] },
  next: { date: '2026-11-30', lesson: lesson('08:00', '08:40', '英语') },
};
const at = (time: string) => readingAt(part, new Date(`2026-11-27T${time}`).getTime());

it('says which lesson is on, how much of it is over, and what is next', () => {
  expect(at('08:30:00')).toMatchObject({ state: 'lesson', minutesLeft: 10, progress: 0.75 });
  expect(at('08:30:00').next?.lesson.subject).toBe('数学');
  expect(at('08:50:00')).toMatchObject({ state: 'break', minutesLeft: 10, progress: 0.5 });
});

it('names the next day with lessons once today’s are over', () => {
  expect(at('10:00:00').next).toMatchObject({ date: '2026-11-30', lesson: { subject: '英语' } });
  expect(readingAt({ ...part, next: null }, new Date('2026-11-27T10:00:00').getTime()).next).toBeUndefined();
});

it('shows all rows where they fit', () => {
  expect(rowsShown(5, 5, 2)).toEqual({ from: 0, until: 5, more: 0 });
});

it('leaves out what is over first, and says how many more come', () => {
  expect(rowsShown(9, 6, 1)).toEqual({ from: 0, until: 5, more: 4 });
  expect(rowsShown(9, 6, 4)).toEqual({ from: 3, until: 9, more: 0 });
  expect(rowsShown(9, 6, 9)).toEqual({ from: 3, until: 9, more: 0 });
});

it('shows no more rows than fit', () => {
  expect(rowsShown(9, 2, 4)).toEqual({ from: 4, until: 5, more: 4 });
  expect(rowsShown(9, 1, 4)).toEqual({ from: 4, until: 5, more: 0 });
  expect(rowsShown(9, 1, 9)).toEqual({ from: 8, until: 9, more: 0 });
  const { from, until, more } = rowsShown(9, 0, 4);
  expect([until - from, more]).toEqual([0, 0]);
});
