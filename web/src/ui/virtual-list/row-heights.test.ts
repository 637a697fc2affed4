// Where the rows of a list begin.
import { expect, it } from 'vitest';
import { RowHeights } from './row-heights';

const keys = (...names: string[]): string[] => names;

it('guesses what was not measured, and counts what was', () => {
  const heights = new RowHeights();
  heights.setRows(keys('a', 'b', 'c'));
  const guess = heights.sizeOf(0);
  expect(heights.total).toBe(3 * guess);
  expect(heights.measured(1, 20)).toBe(true);
  expect(heights.measured(1, 20)).toBe(false);
  expect(heights.startOf(2)).toBe(guess + 20);
  expect(heights.total).toBe(2 * guess + 20);
});

it('keeps what it knows of rows that stay when others come before them', () => {
  const heights = new RowHeights();
  heights.setRows(keys('c', 'd'));
  heights.measured(0, 30);
  heights.measured(1, 50);
  heights.setRows(keys('a', 'b', 'c', 'd'));
  expect([0, 1, 2, 3].map((index) => heights.sizeOf(index))).toEqual([40, 40, 30, 50]);
});

it('does not guess anew, so that rows that come move nothing', () => {
  const heights = new RowHeights();
  heights.setRows(keys('a', 'b'));
  heights.measured(1, 40);
  heights.setRows(keys('a', 'b', 'c'));
  heights.measured(2, 400);
  heights.setRows(keys('a', 'b', 'c', 'd'));
  expect(heights.startOf(1)).toBe(40);
});

it('finds the row at a height, and the nearest beyond the ends', () => {
  const heights = new RowHeights();
  heights.setRows(keys('a', 'b', 'c'));
  [10, 20, 30].forEach((size, index) => heights.measured(index, size));
  expect([-5, 0, 9.5, 10, 29, 30, 59, 500].map((height) => heights.indexAt(height))).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
  heights.setRows([]);
  expect(heights.indexAt(0)).toBe(-1);
});
