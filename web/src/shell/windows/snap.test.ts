// Where windows snap to, by pointer and by key.
import { expect, it } from 'vitest';
import { SNAPS, snapAt, snapStep } from './snap';

const area = { x: 0, y: 52, width: 1366, height: 600 };

it('snaps to halves at the sides, quarters in the corners, all at the top, and nothing elsewhere', () => {
  expect(snapAt(0, 300, area)).toBe('left');
  expect(snapAt(1365, 300, area)).toBe('right');
  expect(snapAt(2, 60, area)).toBe('top-left');
  expect(snapAt(1365, 767, area)).toBe('bottom-right');
  expect(snapAt(600, 20, area)).toBe('all');
  expect(snapAt(600, 76, area)).toBeUndefined();
});

it('goes by arrow keys between halves, quarters and free, and hides a free window at last', () => {
  expect(snapStep(null, 'ArrowLeft')).toBe('left');
  expect(snapStep(SNAPS.left, 'ArrowLeft')).toBe('left');
  expect(snapStep(SNAPS.left, 'ArrowRight')).toBe('free');
  expect(snapStep(SNAPS.left, 'ArrowUp')).toBe('top-left');
  expect(snapStep(SNAPS['top-left'], 'ArrowDown')).toBe('left');
  expect(snapStep(SNAPS.all, 'ArrowDown')).toBe('free');
  expect(snapStep(null, 'ArrowDown')).toBe('hidden');
});
