// The widget grid: ordered flow. A layout stores order and size only; cells are derived here, so
// one layout fits a phone and a wall panel.
import type { Size } from '@/core/apps';

export interface Cell extends Size {
  id: string;
  x: number;
  y: number;
}

/** A cell never gets narrower than this (in unscaled px); narrower cells clip their texts. */
export const MIN_CELL = 84;
/** More would leave large screens empty: cells grow instead, and four widgets of two cells fill a row. */
const MAX_COLUMNS = 8;
const MIN_COLUMNS = 2;

/**
 * First fit in order: each widget takes the first hole that holds it, reading left to right, top
 * to bottom. Earlier widgets never move because of later ones. Too wide ones are narrowed.
 */
export function pack(items: readonly (Size & { id: string })[], columns: number): Cell[] {
  const taken: boolean[][] = [];
  return items.map(({ id, w, h }) => {
    const width = Math.max(1, Math.min(w, columns));
    const height = Math.max(1, h);
    for (let y = 0; ; y++) {
      for (let x = 0; x + width <= columns; x++) {
        if (!isFree(taken, x, y, width, height)) continue;
        occupy(taken, x, y, width, height);
        return { id, x, y, w: width, h: height };
      }
    }
  });
}

/** Number of columns for a grid of this inner width; even, because most widgets are two wide. */
export function columnsFor(width: number, gap: number, leastCell: number = MIN_CELL): number {
  const fitting = Math.floor((width + gap) / (leastCell + gap));
  const even = fitting - (fitting % 2);
  return Math.max(MIN_COLUMNS, Math.min(even, MAX_COLUMNS));
}

/** Rows that the packed cells need. */
export function rowsOf(cells: readonly Cell[]): number {
  return cells.reduce((most, cell) => Math.max(most, cell.y + cell.h), 0);
}

function isFree(taken: boolean[][], x: number, y: number, w: number, h: number): boolean {
  for (let row = y; row < y + h; row++) {
    for (let column = x; column < x + w; column++) {
      if (taken[row]?.[column]) return false;
    }
  }
  return true;
}

function occupy(taken: boolean[][], x: number, y: number, w: number, h: number): void {
  for (let row = y; row < y + h; row++) {
    const line = (taken[row] ??= []);
    for (let column = x; column < x + w; column++) line[column] = true;
  }
}
