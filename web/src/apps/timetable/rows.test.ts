// How lessons of several days come to stand in common rows.
import { describe, expect, it } from 'vitest';
import { placeInRows } from './rows';

const at = (start: string, end: string) => ({ start, end });
const [first, second] = [at('08:00', '08:40'), at('08:50', '09:30')];
const times = (days: { start: string; end: string }[][], options = {}) => {
  const placed = placeInRows(days, options);
  return {
    rows: placed.rows.map(({ start, end }) => `${start}-${end}`),
    cells: placed.days.map((cells) => cells.map(({ row, span }) => [row, span])),
  };
};

describe('the rows of a week', () => {
  it('are one for each time, in their order', () => {
    expect(times([[first, second], [second]])).toEqual({
      rows: ['08:00-08:40', '08:50-09:30'],
      cells: [
        [
          [0, 1],
          [1, 1],
        ],
        [[1, 1]],
      ],
    });
  });

  it('take lessons that begin a little later than those beside them', () => {
    const later = at('08:10', '08:45');
    expect(times([[first], [first], [later]]).rows).toEqual(['08:00-08:40']);
  });

  it('let a double lesson stand in the two rows that it covers', () => {
    const double = at('08:00', '09:30');
    expect(times([[first, second], [double]]).cells[1]).toEqual([[0, 2]]);
    expect(times([[first, second], [double]], { single: true }).cells[1]).toEqual([[0, 1]]);
  });

  it('never lose a lesson: two short ones of a day that share a row with a long one are told apart', () => {
    const day = [at('08:00', '08:40'), at('08:41', '08:50'), at('08:50', '09:30')];
    const odd = [at('08:05', '08:44'), at('08:44', '08:54')];
    for (const single of [true, false]) {
      const placed = placeInRows([day, odd, [at('08:00', '10:00')]], { single });
      expect(placed.days.map((cells) => cells.length)).toEqual([3, 2, 1]);
    }
  });

  it('keep every lesson of any two days', () => {
    const minutes = (n: number): string =>
      `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`;
    // A fixed sequence of lengths and gaps, so that a failure comes again.
    let seed = 7;
    const next = (most: number): number => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
    for (let round = 0; round < 200; round++) {
      const days = [0, 1, 2].map(() => {
        let now = 420 + next(60);
        return Array.from({ length: 8 }, () => {
          const start = now + next(30);
          now = start + 5 + next(90);
          return at(minutes(start), minutes(now));
        });
      });
      for (const single of [true, false]) {
        const placed = placeInRows(days, { single });
        expect(placed.days.map((cells) => cells.length)).toEqual([8, 8, 8]);
        for (const cells of placed.days) {
          const rows = cells.flatMap(({ row, span }) => Array.from({ length: span }, (_, index) => row + index));
          expect(new Set(rows).size).toBe(rows.length);
        }
      }
    }
  });
});
