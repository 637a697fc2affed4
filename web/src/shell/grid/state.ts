// What the pages, the widgets on them and the edit mode share.
import { reactive, ref, shallowRef } from 'vue';
import { editing } from '@/core/edit-mode';
import type { Cell } from './pack';

export { editing };
/** The page on screen. */
export const currentPage = ref(0);
/** The widget under the finger while it is moved, empty otherwise. */
export const draggedWidget = ref('');

/** A press that has just turned into a drag, waiting for the edit mode to take it over. */
export interface DragStart {
  widget: string;
  pointerId: number;
  x: number;
  y: number;
}
export const pendingDrag = shallowRef<DragStart | null>(null);

const CLICK_MS = 300;
let droppedAt = 0;

/** A dragged widget has been let go. */
export function dropped(): void {
  droppedAt = performance.now();
}

/** True right after a drop: the click that the browser makes of it is no wish of its own. */
export function justDropped(): boolean {
  return performance.now() - droppedAt < CLICK_MS;
}

/** Where the cells of a page lie on screen. */
export interface GridGeometry {
  root: HTMLElement;
  cells: readonly Cell[];
  columns: number;
  cell: number;
  row: number;
  gap: number;
}

/** Geometry by page id; grids keep their own entry up to date. */
export const grids = new Map<string, GridGeometry>();

const refreshes = reactive(new Map<string, number>());

/** How often a widget was refreshed by hand. */
export function refreshCount(widget: string): number {
  return refreshes.get(widget) ?? 0;
}

/** Refreshes widgets by hand: each sees its `refreshKey` grow. */
export function refreshWidgets(ids: readonly string[]): void {
  ids.forEach((id) => refreshes.set(id, refreshCount(id) + 1));
}

/** Starts edit mode, perhaps with a widget already under the finger. */
export function startEditing(start: DragStart | null = null): void {
  pendingDrag.value = start;
  editing.value = true;
}
