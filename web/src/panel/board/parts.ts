// The parts of a board: those that the apps bring, and which of them has something to say.
import type { BoardPart } from '@/core/board';
import type { Board } from '../types';

const found = import.meta.glob<BoardPart>('../../apps/*/board.ts', { eager: true, import: 'default' });

/** What a board can show, in its order. */
export const BOARD_PARTS: readonly BoardPart[] = Object.values(found).sort((a, b) => a.order - b.order);

/** A part with what it has to say now. */
export interface ShownPart {
  part: BoardPart;
  data: unknown;
  /** The room that it would like, in lines. */
  lines: number;
}

/** The parts that have something to say at a moment. */
export function partsAt(board: Board, now: number, all = BOARD_PARTS): ShownPart[] {
  const { hidden } = board.panel.settings;
  return all
    .filter(({ name }) => !hidden.includes(name))
    .map((part) => ({ part, data: board.parts[part.name], lines: linesOf(part, board.parts[part.name], now) }))
    .filter(({ lines }) => lines > 0);
}

/** Data of another version of the server is nothing to say, and no fault of the other parts. */
function linesOf(part: BoardPart, data: unknown, now: number): number {
  if (data === null || data === undefined) return 0;
  try {
    return part.lines(data, now) || 0;
  } catch {
    return 0;
  }
}

/** How high a line is, in the letters of the setting. */
export const LINE = 5.7;
/** A part needs so many lines to say something at all. */
export const LEAST_LINES = 4;
/** The same of one without a box. */
export const PLAIN_LINES = 2.8;
/** The heading of a part and its margins are about as high as so many lines. */
const FRAME_LINES = 2;

const linesIn = (parts: readonly ShownPart[]): number => parts.reduce((sum, { lines }) => sum + lines, 0);

/**
 * The columns of the main area: two, unless there is one part, each with about as many lines as the other. `room` is the
 * lines that a column has room for: beside a part that goes first, another one needs some.
 */
export function columnsOf(parts: readonly ShownPart[], room: number): ShownPart[][] {
  const columns: [ShownPart[], ShownPart[]] = [[], []];
  for (const part of parts) {
    const [left, right] = columns;
    const isFull = linesIn(left.filter((one) => one.part.first)) + LEAST_LINES > room && left.length > 0;
    (isFull || linesIn(right) < linesIn(left) ? right : left).push(part);
  }
  return columns.filter((column) => column.length > 0);
}

/**
 * The groups of parts that take turns in one place, each with as many as it has room for, in lines. A part that would like
 * more than there is has the place to itself. With `most` a part does with so many lines, unless it goes first or is never smaller than it is.
 */
export function groupsOf(parts: readonly ShownPart[], room: number, most = Infinity): ShownPart[][] {
  const groups: ShownPart[][] = [];
  let left = 0;
  for (const part of parts) {
    const wanted = Math.max(part.lines + FRAME_LINES, LEAST_LINES);
    const lines = part.part.first || part.part.bare ? wanted : Math.min(wanted, most);
    const group = lines > left ? undefined : groups[groups.length - 1];
    if (!group) left = room;
    left -= lines;
    if (group) group.push(part);
    else groups.push([part]);
  }
  return groups;
}
