// Dragging one tile onto another. tile-drag-state.ts decides; the tile follows by a transform alone.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';
import { step, type Point, type TileEffect, type TileInput, type TileState } from './tile-drag-state';

const HOLD_MS = 320;
const CLICK_MS = 300;

export interface TileDrag {
  /** The item under the one that is dragged, empty otherwise. */
  over: Ref<string>;
  /** True right after a drop: the click that the browser makes of it is no wish. */
  justDropped: () => boolean;
}

type Drop = (key: string, onto: string) => void;

/** Watches `[data-tile]` elements inside a root; `drop` gets the keys of the dragged and the other. */
export function useTileDrag(root: Ref<HTMLElement | undefined>, drop: Drop): TileDrag {
  const session = new TileDragSession(drop);
  onMounted(() => {
    root.value?.addEventListener('pointerdown', session.onDown);
    root.value?.addEventListener('touchmove', session.onTouch, { passive: false });
  });
  onBeforeUnmount(() => session.end());
  return { over: session.over, justDropped: () => session.justDropped() };
}

class TileDragSession {
  readonly over = ref('');
  private state: TileState = { phase: 'idle' };
  private tile: HTMLElement | undefined;
  private holdTimer = 0;
  private droppedAt = -Infinity;

  constructor(private readonly drop: Drop) {}

  readonly onDown = (event: PointerEvent): void => {
    const tile = (event.target as Element).closest<HTMLElement>('[data-tile]');
    if (event.button !== 0 || !tile) return;
    this.end();
    this.tile = tile;
    this.take({
      type: 'down',
      pointer: event.pointerId,
      isMouse: event.pointerType === 'mouse',
      at: { x: event.clientX, y: event.clientY },
    });
  };

  /** A lifted tile follows the finger; the list under it must not. */
  readonly onTouch = (event: TouchEvent): void => {
    if (this.state.phase === 'dragging' && event.cancelable) event.preventDefault();
  };

  end(): void {
    this.take({ type: 'end' });
  }

  justDropped(): boolean {
    return performance.now() - this.droppedAt < CLICK_MS;
  }

  private readonly onPointer = (event: PointerEvent): void => {
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    if (event.type === 'pointermove') this.take({ type: 'move', pointer, at: { x, y } });
    else this.take({ type: event.type === 'pointerup' ? 'up' : 'cancel', pointer });
  };

  private take(input: TileInput): void {
    const next = step(this.state, input);
    this.state = next.state;
    next.effects.forEach((effect) => this.perform(effect));
  }

  private perform(effect: TileEffect): void {
    switch (effect.do) {
      case 'listen':
        return this.listen();
      case 'scheduleHold':
        this.holdTimer = window.setTimeout(() => this.take({ type: 'hold' }), HOLD_MS);
        return;
      case 'lift':
        return this.lift();
      case 'follow':
        return this.follow(effect.dx, effect.dy, effect.at);
      case 'release':
        return this.release();
      case 'letGo':
        return this.letGo(effect.isDrop);
    }
  }

  private listen(): void {
    window.addEventListener('pointermove', this.onPointer);
    window.addEventListener('pointerup', this.onPointer);
    window.addEventListener('pointercancel', this.onPointer);
  }

  private lift(): void {
    const style = this.tile?.style;
    if (style) Object.assign(style, { willChange: 'transform', pointerEvents: 'none', zIndex: '1' });
  }

  private follow(dx: number, dy: number, at: Point): void {
    if (this.tile) this.tile.style.transform = `translate(${dx}px, ${dy}px)`;
    const under = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-tile]');
    this.over.value = under && under !== this.tile ? (under.dataset.tile ?? '') : '';
  }

  private letGo(isDrop: boolean): void {
    const key = this.tile?.dataset.tile ?? '';
    const onto = isDrop ? this.over.value : '';
    this.droppedAt = performance.now();
    this.release();
    if (onto) this.drop(key, onto);
  }

  private release(): void {
    window.clearTimeout(this.holdTimer);
    window.removeEventListener('pointermove', this.onPointer);
    window.removeEventListener('pointerup', this.onPointer);
    window.removeEventListener('pointercancel', this.onPointer);
    this.tile?.removeAttribute('style');
    this.tile = undefined;
    this.over.value = '';
  }
}
