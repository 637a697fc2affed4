// Dates by hand: the same text on every engine.
import { expect, it } from 'vitest';
import { formatDate, formatDay, formatTime, todayText } from './time';

const date = new Date(2026, 10, 20, 9, 5);

it('formats the clock and the day in both languages', () => {
  expect(formatTime(date)).toBe('09:05');
  expect(formatDay(date, 'zh')).toBe('11月20日星期五');
  expect(formatDay(date, 'en')).toBe('Friday, 20 Nov');
});

it('formats dates from the wire and gives odd ones back', () => {
  expect(formatDate('2027-06-07', 'zh')).toBe('2027年6月7日');
  expect(formatDate('2026-11-20T10:00:00.000Z', 'en')).toBe('20 Nov 2026');
  expect(formatDate('soon', 'zh')).toBe('soon');
});

it('writes today in the form of the wire', () => {
  expect(todayText(date)).toBe('2026-11-20');
});
