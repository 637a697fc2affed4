// A widget under the finger: follows it, makes room under it, turns pages at the edges. Only the
// pointer that lifted it counts; two people may touch a wall panel at once. drag-state.ts decides; this
// file reads the page and performs.
import { onScopeDispose, shallowRef, watch } from 'vue';
import { markMoving } from '@/core/perf';
import { layout, holdSaving, changeLayout } from '@/core/layout/store';
import type { LayoutDocument } from '@/core/layout/document';
import { positionOf } from '@/core/layout/document-changes';
import { currentPage, draggedWidget, dropped, grids, pendingDrag, type DragStart } from '../grid/state';
import { workArea } from '../windows/store';
import { moveNextTo, moveToPage, nameOf } from './actions';
import {
  initialState,
  step,
  type DragState,
  type Effect,
  type GridCell,
  type Input,
  type Pages,
  type Point,
} from './drag-state';
import { t } from './i18n';
import { cellAt, dropTarget } from './reorder';
import { say } from './say';

export interface DragPreview {
  name: string;
  width: number;
  height: number;
}

const TURN_MS = 650;

/** What follows the finger, null when nothing is dragged. */
export const dragPreview = shallowRef<DragPreview | null>(null);
/** Its element: moved by hand, once a frame, so that nothing but its layer changes. */
export const dragPreviewElement = shallowRef<HTMLElement | null>(null);

/** Takes over drags while the edit mode is mounted. */
export function followDrags(): void {
  let session: DragSession | undefined;
  watch(
    pendingDrag,
    (start) => {
      if (!start) return;
      pendingDrag.value = null;
      session?.release();
      session = startDrag(start);
    },
    { immediate: true },
  );
  onScopeDispose(() => session?.release());
}

function startDrag(start: DragStart): DragSession | undefined {
  const lifted = measure(start, layout.value);
  return lifted ? new DragSession(start, lifted) : undefined;
}

interface Lifted {
  preview: DragPreview;
  /** Where inside the widget the finger lies. */
  grabOffset: Point;
}

function measure(start: DragStart, document: LayoutDocument): Lifted | null {
  const position = positionOf(document, start.widget);
  const page = position && document.pages[position.page];
  const entry = position && page?.widgets[position.index];
  const grid = page && grids.get(page.id);
  const cell = grid?.cells.find((candidate) => candidate.id === start.widget);
  if (!entry || !grid || !cell) return null;
  const box = grid.root.getBoundingClientRect();
  return {
    preview: {
      name: nameOf(entry.type),
      width: cell.w * grid.cell + (cell.w - 1) * grid.gap,
      height: cell.h * grid.row + (cell.h - 1) * grid.gap,
    },
    grabOffset: {
      x: start.x - box.left - cell.x * (grid.cell + grid.gap),
      y: start.y - box.top - cell.y * (grid.row + grid.gap),
    },
  };
}

class DragSession {
  private readonly before = layout.value;
  private state: DragState;
  private turnTimer = 0;
  private animation = 0;
  /** Read again only when something scrolled or another page came: never while others are written. */
  private gridBox: DOMRect | null = null;
  private readonly stopDrawing = watch(dragPreviewElement, () => this.draw());

  constructor(
    private readonly start: DragStart,
    private readonly lifted: Lifted,
  ) {
    this.state = initialState({ x: start.x, y: start.y });
    draggedWidget.value = start.widget;
    holdSaving(true);
    say(t('said.lifted', { name: lifted.preview.name }));
    window.addEventListener('pointermove', this.onPointer);
    window.addEventListener('pointerup', this.onPointer);
    window.addEventListener('pointercancel', this.onPointer);
    document.addEventListener('keydown', this.onKey, true);
    document.addEventListener('scroll', this.onScroll, true);
    dragPreview.value = lifted.preview;
    this.animation = requestAnimationFrame(this.onFrame);
  }

  /** Lets go of the widget where it is. */
  release(): void {
    this.take({ type: 'release' });
  }

  private readonly onPointer = (event: PointerEvent): void => {
    if (event.pointerId !== this.start.pointerId) return;
    const at = { x: event.clientX, y: event.clientY };
    if (event.type === 'pointermove') this.take({ type: 'move', at });
    else if (event.type === 'pointerup') this.take({ type: 'drop', at, cell: this.cellUnder(at) });
    else this.take({ type: 'cancel', at });
  };

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.take({ type: 'escape' });
  };

  private readonly onScroll = (): void => {
    this.gridBox = null;
  };

  private readonly onFrame = (now: number): void => {
    this.animation = requestAnimationFrame(this.onFrame);
    const { y: top, height } = workArea.value;
    const area = { top, bottom: Math.min(top + height, window.innerHeight) };
    this.take({ type: 'frame', now, cell: this.cellUnder(this.state.at), area, pages: pages() });
  };

  private take(input: Input): void {
    const next = step(this.state, input);
    this.state = next.state;
    if (this.state.phase !== 'turning') window.clearTimeout(this.turnTimer);
    next.effects.forEach((effect) => this.perform(effect));
  }

  private perform(effect: Effect): void {
    switch (effect.do) {
      case 'draw':
        markMoving();
        return this.draw();
      case 'scroll':
        return scrollPage(effect.by);
      case 'makeRoom':
        return this.makeRoom(effect.cell);
      case 'scheduleTurn':
        window.clearTimeout(this.turnTimer);
        this.turnTimer = window.setTimeout(() => this.take({ type: 'turn' }), TURN_MS);
        return;
      case 'turnPage':
        return this.turnPage(effect.by);
      case 'finish':
        return this.finish(effect.isUndone);
      case 'announce':
        return this.announce();
    }
  }

  private cellUnder({ x, y }: Point): GridCell | null {
    const page = layout.value.pages[currentPage.value];
    const grid = page && grids.get(page.id);
    if (!page || !grid) return null;
    this.gridBox ??= grid.root.getBoundingClientRect();
    const cell = cellAt(grid, x - this.gridBox.left, y - this.gridBox.top);
    return cell && { ...cell, key: `${page.id}:${cell.x}:${cell.y}` };
  }

  private draw(): void {
    const { value: element } = dragPreviewElement;
    const { at } = this.state;
    const { x, y } = this.lifted.grabOffset;
    if (element) element.style.transform = `translate(${at.x - x}px, ${at.y - y}px) scale(1.03)`;
  }

  private makeRoom({ x, y }: GridCell): void {
    const page = layout.value.pages[currentPage.value];
    const grid = page && grids.get(page.id);
    const target = grid && dropTarget(grid.cells, this.start.widget, x, y);
    if (target) moveNextTo(this.start.widget, target);
  }

  private turnPage(by: number): void {
    this.gridBox = null;
    const isDone = moveToPage(this.start.widget, currentPage.value + by);
    this.take({ type: 'turned', isDone, pages: pages() });
  }

  private finish(isUndone: boolean): void {
    window.removeEventListener('pointermove', this.onPointer);
    window.removeEventListener('pointerup', this.onPointer);
    window.removeEventListener('pointercancel', this.onPointer);
    document.removeEventListener('keydown', this.onKey, true);
    document.removeEventListener('scroll', this.onScroll, true);
    this.stopDrawing();
    cancelAnimationFrame(this.animation);
    dragPreview.value = null;
    draggedWidget.value = '';
    dropped();
    if (isUndone) changeLayout(() => this.before);
    holdSaving(false);
  }

  private announce(): void {
    const position = positionOf(layout.value, this.start.widget);
    if (position) say(t('said.moved', { name: this.lifted.preview.name, n: position.index + 1 }));
  }
}

function pages(): Pages {
  return { current: currentPage.value, count: layout.value.pages.length, width: window.innerWidth };
}

function scrollPage(by: number): void {
  const page = layout.value.pages[currentPage.value];
  const scroller = page && grids.get(page.id)?.root.parentElement;
  if (scroller) scroller.scrollTop += by;
}
