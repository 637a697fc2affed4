// What counts as seen.
import { expect, it } from 'vitest';
import { lastWhole } from './seen-rows';

/** Rows of these heights, one below the other. */
function rows(...heights: number[]) {
  const offset = (index: number): number => heights.slice(0, index).reduce((sum, height) => sum + height, 0);
  return {
    getItemOffset: offset,
    getItemSize: (index: number) => heights[index] ?? 0,
    findItemIndex: (height: number) =>
      Math.max(
        0,
        heights.findIndex((_, index) => offset(index + 1) > height),
      ),
  };
}

it('is what ends in sight, not what only begins there', () => {
  const view = rows(40, 40, 400.4, 40);
  expect(lastWhole(view, 79.5)).toBe(1);
  expect(lastWhole(view, 100)).toBe(1);
  expect(lastWhole(view, 470)).toBe(1);
  expect(lastWhole(view, 480)).toBe(2);
  expect(lastWhole(view, 500)).toBe(2);
});

it('is nothing while the first row has not ended', () => {
  expect(lastWhole(rows(900), 600)).toBe(-1);
  expect(lastWhole(rows(900), 899)).toBe(0);
});
