// Dragging a cell of the grid onto another one: with a mouse at once, with a finger after it has rested on the cell, so
// that wiping still scrolls. The cell follows by a transform alone; near an edge what is beyond it scrolls into sight.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

const HOLD_MS = 300;
const SLOP_PX = 8;
const CLICK_MS = 300;
const EDGE_PX = 56;
/** Pixels a frame. */
const STEP_PX = 8;

interface Scroller {
  element: HTMLElement;
  /** How far it scrolled before the cell was lifted: a cell that is dragged beyond an edge makes more room there. */
  mostLeft: number;
  mostTop: number;
}

interface Drag {
  pointer: number;
  cell: HTMLElement;
  /** Where it began. */
  x: number;
  y: number;
  /** Where the pointer is. */
  atX: number;
  atY: number;
  isMouse: boolean;
  lifted: boolean;
  /** What scrolls around the cell, and how far all of it had been scrolled. */
  scrollers: readonly Scroller[];
  scrolled: { left: number; top: number };
}

export interface GridDrag {
  /** The `data-cell` under the one that is dragged, empty otherwise. */
  over: Ref<string>;
  /** True right after a drop: the click that the browser makes of it is no wish. */
  justDropped: () => boolean;
}

/** Watches filled `[data-cell]` elements inside a root; `drop` gets the keys of the dragged and the other. */
export function useGridDrag(root: Ref<HTMLElement | undefined>, drop: (key: string, onto: string) => void): GridDrag {
  const session = new GridDragSession(drop);
  onMounted(() => {
    root.value?.addEventListener('pointerdown', session.onDown);
    root.value?.addEventListener('touchmove', session.onTouch, { passive: false });
    root.value?.addEventListener('contextmenu', session.onMenu);
  });
  onBeforeUnmount(() => session.end());
  return { over: session.over, justDropped: () => session.justDropped() };
}

class GridDragSession {
  readonly over = ref('');
  private drag: Drag | undefined;
  private timer = 0;
  private frame = 0;
  private droppedAt = -Infinity;

  constructor(private readonly drop: (key: string, onto: string) => void) {}

  readonly onDown = (event: PointerEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell][data-filled]');
    if (event.button !== 0 || !cell || this.drag) return;
    const { pointerId: pointer, clientX: x, clientY: y, pointerType } = event;
    const scrollers = scrollersOf(cell);
    const scrolled = scrolledBy(scrollers);
    const isMouse = pointerType === 'mouse';
    this.drag = { pointer, cell, x, y, atX: x, atY: y, isMouse, lifted: false, scrollers, scrolled };
    window.addEventListener('pointermove', this.onMove);
    window.addEventListener('pointerup', this.onUp);
    window.addEventListener('pointercancel', this.onCancel);
    if (!isMouse) this.timer = window.setTimeout(() => this.lift(), HOLD_MS);
  };

  /** A lifted cell follows the finger; the page under it must not. */
  readonly onTouch = (event: TouchEvent): void => {
    if (this.drag?.lifted && event.cancelable) event.preventDefault();
  };

  readonly onMenu = (event: Event): void => {
    if (this.drag?.lifted) event.preventDefault();
  };

  end(): void {
    window.clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    window.removeEventListener('pointermove', this.onMove);
    window.removeEventListener('pointerup', this.onUp);
    window.removeEventListener('pointercancel', this.onCancel);
    if (this.drag?.lifted)
      Object.assign(this.drag.cell.style, { transform: '', pointerEvents: '', zIndex: '', opacity: '' });
    this.drag = undefined;
    this.over.value = '';
  }

  justDropped(): boolean {
    return performance.now() - this.droppedAt < CLICK_MS;
  }

  private readonly onMove = (event: PointerEvent): void => {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.lifted && Math.hypot(dx, dy) > SLOP_PX) {
      // A finger that moves before it has rested scrolls.
      if (!drag.isMouse) return this.end();
      this.lift();
    }
    [drag.atX, drag.atY] = [event.clientX, event.clientY];
    if (drag.lifted) this.place(drag);
  };

  /** The cell is under the pointer, however far its surroundings have been scrolled. */
  private place({ cell, x, y, atX, atY, scrollers, scrolled }: Drag): void {
    const { left, top } = scrolledBy(scrollers);
    cell.style.transform = `translate(${atX - x + left - scrolled.left}px, ${atY - y + top - scrolled.top}px)`;
    const under = document.elementFromPoint(atX, atY)?.closest<HTMLElement>('[data-cell]');
    this.over.value = under && under !== cell ? (under.dataset.cell ?? '') : '';
  }

  private readonly scroll = (): void => {
    const { drag } = this;
    if (!drag) return;
    const before = scrolledBy(drag.scrollers);
    for (const { element, mostLeft, mostTop } of drag.scrollers) {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      element.scrollLeft = Math.min(element.scrollLeft + stepAt(drag.atX, left, right), mostLeft);
      element.scrollTop = Math.min(element.scrollTop + stepAt(drag.atY, top, bottom), mostTop);
    }
    const after = scrolledBy(drag.scrollers);
    if (after.left !== before.left || after.top !== before.top) this.place(drag);
    this.frame = requestAnimationFrame(this.scroll);
  };

  private readonly onUp = (event: PointerEvent): void => {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [from, onto] = [drag.cell.dataset.cell ?? '', this.over.value];
    if (drag.lifted) this.droppedAt = performance.now();
    this.end();
    if (drag.lifted && onto) this.drop(from, onto);
  };

  private readonly onCancel = (event: PointerEvent): void => {
    if (event.pointerId === this.drag?.pointer) this.end();
  };

  private lift(): void {
    if (!this.drag) return;
    this.drag.lifted = true;
    this.frame = requestAnimationFrame(this.scroll);
    Object.assign(this.drag.cell.style, { pointerEvents: 'none', zIndex: '3', opacity: '0.85' });
  }
}

function scrollersOf(cell: HTMLElement): Scroller[] {
  const found: Scroller[] = [];
  for (let element = cell.parentElement; element; element = element.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (![overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')) continue;
    const mostLeft = element.scrollWidth - element.clientWidth;
    found.push({ element, mostLeft, mostTop: element.scrollHeight - element.clientHeight });
  }
  return found;
}

const scrolledBy = (scrollers: readonly Scroller[]): { left: number; top: number } => ({
  left: scrollers.reduce((sum, { element }) => sum + element.scrollLeft, 0),
  top: scrollers.reduce((sum, { element }) => sum + element.scrollTop, 0),
});

/** How far to scroll for a point between two edges. */
function stepAt(at: number, from: number, until: number): number {
  if (at < from + EDGE_PX) return -STEP_PX;
  return at > until - EDGE_PX ? STEP_PX : 0;
}
