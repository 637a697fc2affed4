// The plan as it is edited: nobody has two seats, nobody is lost, and a seat that is closed stays free.
import { describe, expect, it } from 'vitest';
import type { NewPlan, Person } from '../types';
import {
  aisleToggled,
  blockToggled,
  cellAt,
  draftOf,
  drawnRows,
  emptied,
  filled,
  firstDraft,
  hasAisle,
  placeOf,
  planOf,
  resized,
  seated,
  swapped,
  unseatedOf,
  type Draft,
} from './model';

const people = (count: number): Person[] =>
  Array.from({ length: count }, (_, i) => ({
    number: String(240101 + i),
    name: `P${i + 1}`,
    user_id: null,
    left: false,
  }));
const PLAN: NewPlan = {
  rows: 2,
  columns: 3,
  aisles_after: [0],
  seats: [
    { row: 0, column: 0, number: '240101', blocked: false },
    { row: 0, column: 1, number: '240102', blocked: false },
    { row: 1, column: 2, number: null, blocked: true },
  ],
  seen_from: 'pupils',
};
const A = { row: 0, column: 0 };
const B = { row: 0, column: 1 };
const FREE = { row: 1, column: 0 };
const CLOSED = { row: 1, column: 2 };
const picture = ({ cells }: Draft): string[] =>
  cells.map((line) => line.map(({ number, blocked }) => (blocked ? 'x' : (number?.slice(4) ?? '-'))).join(' '));

it('comes back as it was stored', () => {
  expect(planOf(draftOf(PLAN))).toEqual(PLAN);
  expect(picture(draftOf(PLAN))).toEqual(['01 02 -', '- - x']);
});

describe('people', () => {
  it('change their seats, or go to a free one', () => {
    expect(picture(swapped(draftOf(PLAN), A, B))).toEqual(['02 01 -', '- - x']);
    expect(picture(swapped(draftOf(PLAN), A, FREE))).toEqual(['- 02 -', '01 - x']);
  });

  it('never go to a seat that nobody can take', () => {
    const draft = draftOf(PLAN);
    expect(swapped(draft, A, CLOSED)).toBe(draft);
    expect(seated(draft, '240103', CLOSED)).toBe(draft);
    expect(swapped(draft, A, A)).toBe(draft);
  });

  it('without a seat take one, and who sat there waits', () => {
    const draft = seated(draftOf(PLAN), '240103', A);
    expect(picture(draft)).toEqual(['03 02 -', '- - x']);
    expect(unseatedOf(people(3), draft).map(({ number }) => number)).toEqual(['240101']);
  });

  it('who have a seat and sit down elsewhere change places', () => {
    expect(picture(seated(draftOf(PLAN), '240101', B))).toEqual(['02 01 -', '- - x']);
  });

  it('take the free seats from the front on, and those who left the list none', () => {
    const [first, second, ...rest] = people(5);
    if (!first || !second) throw new Error('no people');
    expect(picture(filled(draftOf(PLAN), [first, second, ...rest]))).toEqual(['01 02 03', '04 05 x']);
    expect(
      picture(
        filled(
          draftOf(PLAN),
          rest.map((one) => ({ ...one, left: true })),
        ),
      ),
    ).toEqual(['01 02 -', '- - x']);
  });

  it('stand up', () => {
    expect(placeOf(emptied(draftOf(PLAN), A), '240101')).toBeUndefined();
  });
});

describe('the room', () => {
  it('closes and opens seats; who sat there waits', () => {
    const closed = blockToggled(draftOf(PLAN), A);
    expect(cellAt(closed, A)).toEqual({ number: null, blocked: true });
    expect(cellAt(blockToggled(closed, A), A).blocked).toBe(false);
  });

  it('becomes smaller without leaving anybody or an aisle behind its walls', () => {
    const small = resized(draftOf({ ...PLAN, aisles_after: [0, 1] }), 1, 2);
    expect(picture(small)).toEqual(['01 02']);
    expect(small.aislesAfter).toEqual([0]);
    expect(picture(resized(small, 2, 3))).toEqual(['01 02 -', '- - -']);
  });

  it('has seats for a whole class at once', () => {
    for (const count of [1, 8, 43, 60]) expect(unseatedOf(people(count), firstDraft(people(count)))).toEqual([]);
  });

  it('is turned around when it is seen from the front, with its aisles', () => {
    const draft = draftOf(PLAN);
    expect(drawnRows(draft, 'pupils')[0]?.[0]).toEqual(A);
    expect(drawnRows(draft, 'teacher')[0]?.[0]).toEqual(CLOSED);
    expect(hasAisle(draft, A, 'pupils')).toBe(true);
    // From the front the same aisle follows the second column.
    expect(hasAisle(draft, B, 'teacher')).toBe(true);
    expect(hasAisle(draft, A, 'teacher')).toBe(false);
    expect(aisleToggled(aisleToggled(draft, 1), 0).aislesAfter).toEqual([1]);
  });
});
