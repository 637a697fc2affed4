// Where a dragged or stepped widget goes.
import { describe, expect, it } from 'vitest';
import { pack } from '../grid/pack';
import { cellAt, dropTarget, resizedBy, stepTarget } from './reorder';

const grid = { cells: [], columns: 4, cell: 100, row: 100, gap: 10 };
// a a b b
// a a b b
// c c . d   (d is one wide, e follows)
const cells = pack(
  [
    { id: 'a', w: 2, h: 2 },
    { id: 'b', w: 2, h: 2 },
    { id: 'c', w: 2, h: 1 },
    { id: 'd', w: 1, h: 1 },
  ],
  4,
);

it('finds the cell under a point', () => {
  expect(cellAt(grid, 50, 50)).toEqual({ x: 0, y: 0 });
  expect(cellAt(grid, 114, 230)).toEqual({ x: 1, y: 2 });
  expect(cellAt(grid, -10, 50)).toBeNull();
  expect(cellAt(grid, 445, 50)).toBeNull();
});

describe('a drop', () => {
  it('on a later widget goes behind it, on an earlier one before it', () => {
    expect(dropTarget(cells, 'a', 2, 0)).toEqual({ id: 'b', after: true });
    expect(dropTarget(cells, 'c', 3, 1)).toEqual({ id: 'b', after: false });
  });

  it('on itself changes nothing', () => {
    expect(dropTarget(cells, 'a', 1, 1)).toBeNull();
  });

  it('on an empty cell goes behind the last one before it', () => {
    expect(dropTarget(cells, 'a', 3, 2)).toEqual({ id: 'd', after: true });
    expect(dropTarget(cells, 'd', 3, 5)).toBeNull();
  });

  it('from another page goes before what it lies on', () => {
    expect(dropTarget(cells, 'elsewhere', 0, 0)).toEqual({ id: 'a', after: false });
    expect(dropTarget([], 'elsewhere', 0, 0)).toBeNull();
  });
});

it('steps by arrows through rows and order', () => {
  expect(stepTarget(cells, 'a', 'ArrowLeft')).toBeNull();
  expect(stepTarget(cells, 'a', 'ArrowRight')).toEqual({ id: 'b', after: true });
  expect(stepTarget(cells, 'a', 'ArrowDown')).toEqual({ id: 'c', after: true });
  expect(stepTarget(cells, 'c', 'ArrowUp')).toEqual({ id: 'a', after: false });
  expect(stepTarget(cells, 'd', 'ArrowDown')).toBeNull();
});

it('resizes by whole cells, at least one', () => {
  expect(resizedBy({ w: 2, h: 2 }, grid, 120, -130)).toEqual({ w: 3, h: 1 });
  expect(resizedBy({ w: 2, h: 2 }, grid, -900, 900)).toEqual({ w: 1, h: 10 });
  expect(resizedBy({ w: 2, h: 2 }, grid, 9000, 0)).toEqual({ w: 4, h: 2 });
});

it('leaves the width of a widget that is wider than the screen, unless the corner is pushed in', () => {
  const phone = { ...grid, columns: 2 };
  expect(resizedBy({ w: 4, h: 1 }, phone, 20, 110)).toEqual({ w: 4, h: 2 });
  expect(resizedBy({ w: 4, h: 1 }, phone, 300, 0)).toEqual({ w: 4, h: 1 });
  expect(resizedBy({ w: 4, h: 1 }, phone, -110, 0)).toEqual({ w: 1, h: 1 });
});
