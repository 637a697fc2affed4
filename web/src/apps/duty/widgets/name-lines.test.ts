// Names have the lines that the other turns leave.
import { expect, it } from 'vitest';
import { shareOf } from './name-lines';

const heights = (room: number) => ({ room, least: 44, head: 17, line: 20 });

it('gives one turn all lines of a card', () => {
  expect(shareOf(heights(80), 1)).toEqual({ rows: 1, lines: 3 });
  expect(shareOf(heights(44), 1)).toEqual({ rows: 1, lines: 1 });
  expect(shareOf(heights(20), 1)).toEqual({ rows: 1, lines: 1 });
});

it('shows all turns before it gives one of them a second line', () => {
  expect(shareOf(heights(120), 2)).toEqual({ rows: 2, lines: 2 });
  expect(shareOf(heights(100), 2)).toEqual({ rows: 2, lines: 1 });
  expect(shareOf(heights(100), 5)).toEqual({ rows: 2, lines: 1 });
});
