// The plan of seats as it is edited: who sits where, which seats nobody can take, and where the aisles are. Every change
// answers a new value. Pure.
import type { NewPlan, Person, SeenFrom } from '../types';

export const MOST_SIDE = 15;
const USUAL_COLUMNS = 8;
const USUAL_AISLES = [1, 5];

export interface Cell {
  number: string | null;
  blocked: boolean;
}

/** A place by its row and column, from 0 at the front and on the left as the pupils see it. */
export interface Place {
  row: number;
  column: number;
}

export interface Draft {
  rows: number;
  columns: number;
  aislesAfter: readonly number[];
  /** By row and column. */
  cells: readonly (readonly Cell[])[];
  seenFrom: SeenFrom;
}

const EMPTY: Cell = { number: null, blocked: false };

const blank = (rows: number, columns: number): Cell[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => EMPTY));

export function draftOf(plan: NewPlan): Draft {
  const cells = blank(plan.rows, plan.columns);
  for (const { row, column, number = null, blocked = false } of plan.seats) {
    const line = cells[row];
    if (line && column < plan.columns) line[column] = { number, blocked };
  }
  const { rows, columns, aisles_after: aislesAfter = [], seen_from: seenFrom = 'pupils' } = plan;
  return { rows, columns, aislesAfter, cells, seenFrom };
}

/** Everybody in the order of the list, in a room that is large enough. */
export function firstDraft(people: readonly Person[]): Draft {
  const rows = Math.max(1, Math.min(MOST_SIDE, Math.ceil(people.length / USUAL_COLUMNS)));
  const cells = blank(rows, USUAL_COLUMNS);
  const draft: Draft = { rows, columns: USUAL_COLUMNS, aislesAfter: USUAL_AISLES, cells, seenFrom: 'pupils' };
  return filled(draft, people);
}

/** What is sent of a draft. */
export function planOf({ rows, columns, aislesAfter, cells, seenFrom }: Draft): NewPlan {
  const seats = cells.flatMap((line, row) =>
    line.flatMap(({ number, blocked }, column) => (number || blocked ? [{ row, column, number, blocked }] : [])),
  );
  return { rows, columns, aisles_after: [...aislesAfter], seats, seen_from: seenFrom };
}

export const cellAt = ({ cells }: Draft, { row, column }: Place): Cell => cells[row]?.[column] ?? EMPTY;

const isSame = (a: Place, b: Place): boolean => a.row === b.row && a.column === b.column;

function withCells(draft: Draft, changes: readonly (readonly [Place, Cell])[]): Draft {
  const cells = draft.cells.map((line, row) =>
    line.map((cell, column) => changes.find(([place]) => isSame(place, { row, column }))?.[1] ?? cell),
  );
  return { ...draft, cells };
}

/** Where somebody sits. */
export function placeOf({ cells }: Draft, number: string): Place | undefined {
  for (const [row, line] of cells.entries()) {
    const column = line.findIndex((cell) => cell.number === number);
    if (column >= 0) return { row, column };
  }
  return undefined;
}

/** Two places change their people; one may be empty. Nobody goes to a seat that nobody can take. */
export function swapped(draft: Draft, a: Place, b: Place): Draft {
  const [first, second] = [cellAt(draft, a), cellAt(draft, b)];
  if (isSame(a, b) || first.blocked || second.blocked || first.number === second.number) return draft;
  return withCells(draft, [
    [a, second],
    [b, first],
  ]);
}

/** Somebody sits down; who sat there has no seat, or takes the seat that was left. */
export function seated(draft: Draft, number: string, at: Place): Draft {
  if (cellAt(draft, at).blocked) return draft;
  const from = placeOf(draft, number);
  return from ? swapped(draft, from, at) : withCells(draft, [[at, { number, blocked: false }]]);
}

export const emptied = (draft: Draft, at: Place): Draft =>
  cellAt(draft, at).number === null ? draft : withCells(draft, [[at, EMPTY]]);

/** A seat that nobody can take, or one again; who sat there has no seat. */
export const blockToggled = (draft: Draft, at: Place): Draft =>
  withCells(draft, [[at, { number: null, blocked: !cellAt(draft, at).blocked }]]);

export function aisleToggled(draft: Draft, column: number): Draft {
  const { aislesAfter } = draft;
  const next = aislesAfter.includes(column) ? aislesAfter.filter((one) => one !== column) : [...aislesAfter, column];
  return { ...draft, aislesAfter: next.sort((a, b) => a - b) };
}

/** Another size; who sat beyond it has no seat. */
export function resized(draft: Draft, rows: number, columns: number): Draft {
  const cells = blank(rows, columns).map((line, row) => line.map((_, column) => cellAt(draft, { row, column })));
  return { ...draft, rows, columns, cells, aislesAfter: draft.aislesAfter.filter((after) => after < columns - 1) };
}

/** Who has a seat. */
export const numbersOf = ({ cells }: Draft): Set<string> =>
  new Set(cells.flatMap((line) => line.flatMap(({ number }) => (number ? [number] : []))));

/** Who of the list has no seat. */
export function unseatedOf(people: readonly Person[], draft: Draft): Person[] {
  const sitting = numbersOf(draft);
  return people.filter(({ number, left }) => !left && !sitting.has(number));
}

/** Whoever has no seat takes the free ones, from the front on. */
export function filled(draft: Draft, people: readonly Person[]): Draft {
  const waiting = unseatedOf(people, draft).map(({ number }) => number);
  const cells = draft.cells.map((line) =>
    line.map((cell) => (cell.number || cell.blocked ? cell : { number: waiting.shift() ?? null, blocked: false })),
  );
  return { ...draft, cells };
}

/** The places in the order in which they are drawn: from the front of the room the picture is turned around. */
export function drawnRows({ rows, columns }: Draft, from: SeenFrom): Place[][] {
  const turned = (index: number, count: number): number => (from === 'pupils' ? index : count - 1 - index);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_unused, column) => ({ row: turned(row, rows), column: turned(column, columns) })),
  );
}

/** Whether there is an aisle between a place and the next one in the picture. */
export const hasAisle = ({ aislesAfter }: Draft, { column }: Place, from: SeenFrom): boolean =>
  aislesAfter.includes(from === 'pupils' ? column : column - 1);
