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

/** The columns of the main area: two, unless there is one part, each with about as many lines as the other. */
export function columnsOf(parts: readonly ShownPart[]): ShownPart[][] {
  const columns: ShownPart[][] = [[], []];
  const linesIn = (column: readonly ShownPart[]): number => column.reduce((sum, { lines }) => sum + lines, 0);
  for (const part of parts) {
    const [left = [], right = []] = columns;
    (linesIn(right) < linesIn(left) ? right : left).push(part);
  }
  return columns.filter((column) => column.length > 0);
}
