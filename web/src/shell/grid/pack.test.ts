// The first-fit packer and the derived columns.
import { expect, it } from 'vitest';
import { columnsFor, MIN_CELL, pack, rowsOf } from './pack';

const item = (id: string, w: number, h: number) => ({ id, w, h });

it('fills a row before it starts the next', () => {
  expect(pack([item('a', 2, 2), item('b', 2, 2), item('c', 2, 2)], 4)).toEqual([
    { id: 'a', x: 0, y: 0, w: 2, h: 2 },
    { id: 'b', x: 2, y: 0, w: 2, h: 2 },
    { id: 'c', x: 0, y: 2, w: 2, h: 2 },
  ]);
});

it('puts small widgets into holes that wide ones left', () => {
  const cells = pack([item('a', 2, 1), item('wide', 4, 1), item('small', 1, 1)], 4);
  expect(cells[2]).toMatchObject({ x: 2, y: 0 });
});

it('never moves earlier widgets because of later ones', () => {
  const first = [item('a', 3, 2), item('b', 2, 1), item('c', 1, 1)];
  const before = pack(first, 4);
  expect(pack([...first, item('d', 1, 2), item('e', 4, 1)], 4).slice(0, 3)).toEqual(before);
});

it('narrows what is wider than the grid', () => {
  expect(pack([item('a', 4, 1)], 2)[0]).toMatchObject({ w: 2, h: 1 });
});

it('never lets two widgets share a cell', () => {
  const items = Array.from({ length: 40 }, (_, i) => item(`w${i}`, 1 + (i % 4), 1 + (i % 3)));
  const seen = new Set<string>();
  for (const cell of pack(items, 6)) {
    for (let x = cell.x; x < cell.x + cell.w; x++) {
      for (let y = cell.y; y < cell.y + cell.h; y++) {
        expect(seen.has(`${x},${y}`)).toBe(false);
        seen.add(`${x},${y}`);
      }
    }
  }
});

it.each([
  [366, 10, 4],
  [336, 10, 2],
  [280, 10, 2],
  [912, 16, 8],
  [1318, 16, 8],
  [3792, 16, 8],
])('gives a grid of %i px with gap %i px %i columns', (width, gap, columns) => {
  expect(columnsFor(width, gap)).toBe(columns);
});

it('keeps cells at 84 px or more wherever more than two columns are shown', () => {
  for (let width = 300; width < 4000; width += 7) {
    const columns = columnsFor(width, 16);
    const cell = (width - 16 * (columns - 1)) / columns;
    if (columns > 2) expect(cell).toBeGreaterThanOrEqual(MIN_CELL);
  }
});

it('counts rows', () => {
  expect(rowsOf([])).toBe(0);
  expect(rowsOf(pack([item('a', 1, 3), item('b', 1, 1)], 2))).toBe(3);
});
