// Where a dragged or arrow-moved widget goes. Pure: cells in, neighbour out.
import type { Cell } from '../grid/pack';
import type { GridGeometry } from '../grid/state';

export interface Target {
  /** The widget to stand next to. */
  id: string;
  after: boolean;
}

/** The cell under a point, in grid coordinates; null outside of the grid's columns. */
export function cellAt(grid: Omit<GridGeometry, 'root'>, dx: number, dy: number): { x: number; y: number } | null {
  const x = Math.floor((dx + grid.gap / 2) / (grid.cell + grid.gap));
  const y = Math.floor((dy + grid.gap / 2) / (grid.row + grid.gap));
  if (x < 0 || x >= grid.columns || y < 0) return null;
  return { x, y };
}

/**
 * The neighbour for a drop on a cell: the widget on that cell makes room towards where the dragged
 * one came from; an empty cell means behind the last widget that begins before it. Null when the
 * drop would change nothing.
 */
export function dropTarget(cells: readonly Cell[], dragged: string, x: number, y: number): Target | null {
  const from = cells.findIndex((cell) => cell.id === dragged);
  const to = cells.findIndex((cell) => covers(cell, x, y));
  const hit = cells[to];
  if (hit) {
    if (hit.id === dragged) return null;
    return { id: hit.id, after: from >= 0 && from < to };
  }
  let before: Cell | undefined;
  for (const cell of cells) if (cell.id !== dragged && beginsBefore(cell, x, y)) before = cell;
  if (before) return before === cells[from - 1] ? null : { id: before.id, after: true };
  const first = cells.find((cell) => cell.id !== dragged);
  return first && from !== 0 ? { id: first.id, after: false } : null;
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** The neighbour for a step by an arrow key, null at the edge. */
export function stepTarget(cells: readonly Cell[], moved: string, arrow: Arrow): Target | null {
  const index = cells.findIndex((cell) => cell.id === moved);
  const own = cells[index];
  if (!own) return null;
  if (arrow === 'ArrowLeft' || arrow === 'ArrowRight') {
    const step = arrow === 'ArrowLeft' ? -1 : 1;
    const beside = cells[index + step];
    return beside ? { id: beside.id, after: step > 0 } : null;
  }
  const y = arrow === 'ArrowUp' ? own.y - 1 : own.y + own.h;
  const hit = cells.find((cell) => covers(cell, own.x, y));
  return hit ? { id: hit.id, after: arrow === 'ArrowDown' } : null;
}

/**
 * The size after dragging the corner by some pixels, not yet held inside limits. A narrow screen shows
 * a wide widget narrower than it is: what was not dragged stays, and nothing shrinks by pulling it out.
 */
export function resizedBy(
  size: { w: number; h: number },
  grid: Omit<GridGeometry, 'root'>,
  dx: number,
  dy: number,
): { w: number; h: number } {
  const across = Math.round(dx / (grid.cell + grid.gap));
  const wider = Math.max(size.w, Math.min(size.w + across, grid.columns));
  const narrower = Math.max(1, Math.min(size.w, grid.columns) + across);
  const h = Math.round(size.h + dy / (grid.row + grid.gap));
  return { w: across < 0 ? narrower : wider, h: Math.max(1, h) };
}

function covers(cell: Cell, x: number, y: number): boolean {
  return x >= cell.x && x < cell.x + cell.w && y >= cell.y && y < cell.y + cell.h;
}

function beginsBefore(cell: Cell, x: number, y: number): boolean {
  return cell.y < y || (cell.y === y && cell.x < x);
}
