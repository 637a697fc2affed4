// The lines of a day.
import { expect, it } from 'vitest';
import { figuresOf, hourly, linePath, ticks, type Sample } from './plot';

const MINUTE = 60_000;
const AREA = { width: 100, height: 50 };

it('draws from left to right, high values high', () => {
  const samples: Sample[] = [
    { at: 0, value: 0 },
    { at: MINUTE, value: 10 },
    { at: 2 * MINUTE, value: 5 },
  ];
  expect(linePath(samples, 0, 2 * MINUTE, 10, AREA)).toBe('M0 50L50 0L100 25');
});

it('breaks where nothing was measured, and keeps out what is outside', () => {
  const samples: Sample[] = [
    { at: -MINUTE, value: 1 },
    { at: 0, value: 1 },
    { at: MINUTE, value: null },
    { at: 5 * MINUTE, value: 1 },
  ];
  expect(linePath(samples, 0, 10 * MINUTE, 1, AREA)).toBe('M0 0M50 0');
  expect(linePath([], 0, 1, 1, AREA)).toBe('');
});

it('says in figures what it shows', () => {
  expect(
    figuresOf([
      { at: 0, value: 3 },
      { at: 1, value: 9 },
      { at: 2, value: null },
    ]),
  ).toEqual({ min: 3, max: 9, last: 9 });
  expect(figuresOf([{ at: 0, value: null }])).toBeNull();
});

it('becomes a table, hour by hour', () => {
  const samples = [
    { at: 0, value: 1 },
    { at: 30 * MINUTE, value: 3 },
    { at: 60 * MINUTE, value: 8 },
  ];
  expect(hourly(samples)).toEqual([
    { hour: 0, mean: 2, peak: 3 },
    { hour: 60 * MINUTE, mean: 8, peak: 8 },
  ]);
});

it('marks every six hours', () => {
  const from = new Date(2026, 10, 21, 14, 20).getTime();
  const marks = ticks(from, from + 24 * 60 * MINUTE).map((at) => new Date(at).getHours());
  expect(marks).toEqual([18, 0, 6, 12]);
});
