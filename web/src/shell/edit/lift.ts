// A widget under the finger: follows it, makes room under it, turns pages at the edges. Only the
// pointer that lifted it counts; two people may touch a wall panel at once.
import { onScopeDispose, shallowRef, watch } from 'vue';
import { markMoving } from '@/core/perf';
import { layout, holdSaving, changeLayout } from '@/core/layout/store';
import { placeOf, type LayoutDocument } from '@/core/layout/document';
import { currentPage, dropped, grids, liftedWidget, pendingLift, type Lift } from '../grid/state';
import { workArea } from '../windows/store';
import { moveNextTo, moveToPage, nameOf } from './actions';
import { t } from './i18n';
import { cellAt, dropTarget } from './reorder';
import { say } from './say';

export interface Ghost {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

const EDGE_PX = 44;
const TURN_MS = 650;
const SCROLL_STEP = 10;
const REST_MS = 60;

/** What follows the finger, null when nothing is lifted. */
export const ghost = shallowRef<Omit<Ghost, 'x' | 'y'> | null>(null);
/** Its element: moved by hand, once a frame, so that nothing but its layer changes. */
export const ghostElement = shallowRef<HTMLElement | null>(null);

/** Takes over lifts while the edit mode is mounted. */
export function followLifts(): void {
  let release: (() => void) | undefined;
  watch(
    pendingLift,
    (lift) => {
      if (!lift) return;
      pendingLift.value = null;
      release?.();
      release = carry(lift);
    },
    { immediate: true },
  );
  onScopeDispose(() => release?.());
}

function carry(lift: Lift): () => void {
  const id = lift.widget;
  const before = layout.value;
  const grip = gripOf(lift, before);
  if (!grip) return () => undefined;
  const name = grip.name;
  let at = { x: lift.x, y: lift.y };
  let lastCell = '';
  let turnTimer = 0;
  let edge = 0;
  let turnedHere = false;
  let frame = 0;
  liftedWidget.value = id;
  holdSaving(true);
  say(t('said.lifted', { name }));

  const draw = (): void => {
    const { value: element } = ghostElement;
    if (element) element.style.transform = `translate(${at.x - grip.x}px, ${at.y - grip.y}px) scale(1.03)`;
  };
  const stopDrawing = watch(ghostElement, draw);
  // Read again only when something scrolled or another page came: never while others are written.
  let box: DOMRect | null = null;
  const forget = (): void => {
    box = null;
  };
  let moved = false;
  let over = { key: '', since: 0 };
  const step = (now: number): void => {
    frame = requestAnimationFrame(step);
    scrollAtEdge(at.y);
    makeRoom(now);
    if (!moved) return;
    moved = false;
    markMoving();
    draw();
    watchEdges();
  };
  const onMove = (event: PointerEvent): void => {
    if (event.pointerId !== lift.pointerId) return;
    at = { x: event.clientX, y: event.clientY };
    moved = true;
  };
  const makeRoom = (now: number): void => {
    const page = layout.value.pages[currentPage.value];
    const grid = page && grids.get(page.id);
    if (!page || !grid) return;
    box ??= grid.root.getBoundingClientRect();
    const cell = cellAt(grid, at.x - box.left, at.y - box.top);
    const key = cell ? `${page.id}:${cell.x}:${cell.y}` : '';
    // Only a new cell is a new wish; otherwise two widgets would change places for ever.
    if (!cell || key === lastCell) return;
    // Passing over is no wish: the neighbours move once the finger rests for a moment.
    if (key !== over.key && now !== Infinity) over = { key, since: now };
    if (now - over.since < REST_MS) return;
    lastCell = key;
    const target = dropTarget(grid.cells, id, cell.x, cell.y);
    if (target) moveNextTo(id, target);
  };
  const watchEdges = (): void => {
    const side = at.x < EDGE_PX ? -1 : at.x > window.innerWidth - EDGE_PX ? 1 : 0;
    if (side !== edge) {
      window.clearTimeout(turnTimer);
      [edge, turnTimer, turnedHere] = [side, 0, false];
    }
    // Resting there turns up to the last page; a new page is a wish of its own.
    const adds = currentPage.value + side >= layout.value.pages.length;
    if (side === 0 || turnTimer !== 0 || (turnedHere && adds)) return;
    turnTimer = window.setTimeout(() => {
      turnTimer = 0;
      lastCell = '';
      forget();
      turnedHere = moveToPage(id, currentPage.value + side) || turnedHere;
      watchEdges();
    }, TURN_MS);
  };
  const finish = (back: boolean): void => {
    window.removeEventListener('pointermove', onMove);
    window.removeEventListener('pointerup', onUp);
    window.removeEventListener('pointercancel', onUp);
    document.removeEventListener('keydown', onKey, true);
    document.removeEventListener('scroll', forget, true);
    stopDrawing();
    window.clearTimeout(turnTimer);
    cancelAnimationFrame(frame);
    ghost.value = null;
    liftedWidget.value = '';
    dropped();
    if (back) changeLayout(() => before);
    holdSaving(false);
  };
  const onUp = (event: PointerEvent): void => {
    if (event.pointerId !== lift.pointerId) return;
    // A quick drop counts where it fell, rested or not.
    at = { x: event.clientX, y: event.clientY };
    if (event.type === 'pointerup') makeRoom(Infinity);
    finish(event.type === 'pointercancel');
    const place = placeOf(layout.value, id);
    if (place) say(t('said.moved', { name, n: place.index + 1 }));
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    finish(true);
  };

  window.addEventListener('pointermove', onMove);
  window.addEventListener('pointerup', onUp);
  window.addEventListener('pointercancel', onUp);
  document.addEventListener('keydown', onKey, true);
  document.addEventListener('scroll', forget, true);
  ghost.value = { name: grip.name, width: grip.width, height: grip.height };
  frame = requestAnimationFrame(step);
  return () => {
    if (liftedWidget.value === id) finish(false);
  };
}

/** Where inside the widget the finger lies, and how large the ghost is. */
function gripOf(lift: Lift, document: LayoutDocument): Ghost | null {
  const place = placeOf(document, lift.widget);
  const page = place && document.pages[place.page];
  const entry = place && page?.widgets[place.index];
  const grid = page && grids.get(page.id);
  const cell = grid?.cells.find((candidate) => candidate.id === lift.widget);
  if (!entry || !grid || !cell) return null;
  const box = grid.root.getBoundingClientRect();
  return {
    name: nameOf(entry.type),
    x: lift.x - box.left - cell.x * (grid.cell + grid.gap),
    y: lift.y - box.top - cell.y * (grid.row + grid.gap),
    width: cell.w * grid.cell + (cell.w - 1) * grid.gap,
    height: cell.h * grid.row + (cell.h - 1) * grid.gap,
  };
}

/** Near the upper or lower end the page scrolls under the finger. */
function scrollAtEdge(y: number): void {
  const top = workArea.value.y;
  const bottom = Math.min(top + workArea.value.height, window.innerHeight) - EDGE_PX;
  const step = y < top + EDGE_PX ? -SCROLL_STEP : y > bottom ? SCROLL_STEP : 0;
  if (step === 0) return;
  const page = layout.value.pages[currentPage.value];
  const scroller = page && grids.get(page.id)?.root.parentElement;
  if (scroller) scroller.scrollTop += step;
}
