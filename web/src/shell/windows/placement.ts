// What moves, sizes and snaps an open window. Not part of the first load: only a window that is drawn needs it.
import { ref } from 'vue';
import { writePersonal } from '@/core/storage';
import type { Rect } from './geometry';
import { keepReachable, resizeBy, type Edge } from './reach';
import { nameOf, SNAPS, snapStep, type Arrow, type SnapName } from './snap';
import { find, minimize, sizeOf, workArea, type WindowState } from './store';

/** What the window under the pointer would snap to; none while it would lie free. */
export const snapTarget = ref<SnapName>();

/** Snaps a window to a part of the work area; its free rectangle is kept. */
export function snapTo(name: string, to: SnapName | null): void {
  const entry = find(name);
  if (entry) entry.snap = to && SNAPS[to];
}

/** Alt+Shift and an arrow: one step between free, halves, quarters, all, and hidden. */
export function snapByKey(name: string, arrow: Arrow): void {
  const to = snapStep(find(name)?.snap ?? null, arrow);
  if (to === 'hidden') minimize(name);
  else snapTo(name, to === 'free' ? null : to);
}

/** Whether a window fills the work area. */
export function isMaximized({ snap }: WindowState): boolean {
  return nameOf(snap) === 'all';
}

/** Fills the work area, or goes back. */
export function toggleMaximized(name: string): void {
  const entry = find(name);
  if (entry) snapTo(name, isMaximized(entry) ? null : 'all');
}

/** Where a dragged window may be: its title bar stays in reach. */
export function reachable(rect: Rect): Rect {
  return keepReachable(rect, workArea.value);
}

/** Takes a window from the part it fills, with its free size, so that the pointer keeps its grip on the title bar. */
export function unsnap(name: string, shown: Rect, pointerX: number): Rect {
  const entry = find(name);
  if (!entry?.snap) return shown;
  const width = Math.min(entry.wanted.width, workArea.value.width);
  const height = Math.min(entry.wanted.height, workArea.value.height);
  const grip = (pointerX - shown.x) / shown.width;
  entry.snap = null;
  return { x: pointerX - grip * width, y: shown.y, width, height };
}

/** Moves a window to a rectangle; called when a drag ends. */
export function moveTo(name: string, rect: Rect): void {
  place(name, reachable(rect));
}

/** Changes the size of a window by an edge, starting from a rectangle. */
export function resizeTo(name: string, from: Rect, edge: Edge, dx: number, dy: number): void {
  place(name, resizeBy(from, edge, dx, dy, sizeOf(name), workArea.value));
}

/** Remembers place and size on this device; called when a drag ends. */
export function rememberRect(name: string): void {
  const entry = find(name);
  if (entry) writePersonal(`window:${name}`, entry.wanted);
}

function place(name: string, rect: Rect): void {
  const entry = find(name);
  if (entry) Object.assign(entry, { snap: null, wanted: rect, room: workArea.value });
}
