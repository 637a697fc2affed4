// Dragging one tile onto another. A mouse lifts by moving, a finger by resting, so that the list can
// still be scrolled; the tile follows by a transform alone.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

const SLOP_PX = 8;
const HOLD_MS = 320;
const CLICK_MS = 300;

export interface TileDrag {
  /** The item under the one that is dragged, empty otherwise. */
  over: Ref<string>;
  /** True right after a drop: the click that the browser makes of it is no wish. */
  justDropped: () => boolean;
}

/** Watches `[data-tile]` elements inside a root; `drop` gets the keys of the dragged and the other. */
export function useTileDrag(root: Ref<HTMLElement | undefined>, drop: (key: string, onto: string) => void): TileDrag {
  const over = ref('');
  let droppedAt = -Infinity;
  let end: (() => void) | undefined;
  let lifted: HTMLElement | null = null;

  const onDown = (down: PointerEvent): void => {
    const tile = (down.target as Element).closest<HTMLElement>('[data-tile]');
    if (down.button !== 0 || !tile) return;
    end?.();
    const lift = (): void => {
      lifted = tile;
      tile.style.willChange = 'transform';
      tile.style.pointerEvents = 'none';
      tile.style.zIndex = '1';
    };
    const timer = down.pointerType === 'mouse' ? 0 : window.setTimeout(lift, HOLD_MS);
    const onMove = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      const dx = event.clientX - down.clientX;
      const dy = event.clientY - down.clientY;
      if (!lifted && Math.hypot(dx, dy) > SLOP_PX) {
        if (event.pointerType !== 'mouse') return void end?.();
        lift();
      }
      if (!lifted) return;
      tile.style.transform = `translate(${dx}px, ${dy}px)`;
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-tile]');
      over.value = under && under !== tile ? (under.dataset.tile ?? '') : '';
    };
    const onUp = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      const onto = event.type === 'pointerup' ? over.value : '';
      if (lifted) droppedAt = performance.now();
      end?.();
      if (onto) drop(tile.dataset.tile ?? '', onto);
    };
    end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
      tile.removeAttribute('style');
      over.value = '';
      lifted = null;
      end = undefined;
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
  };
  // A lifted tile follows the finger; the list under it must not.
  const onTouch = (event: TouchEvent): void => {
    if (lifted && event.cancelable) event.preventDefault();
  };

  onMounted(() => {
    root.value?.addEventListener('pointerdown', onDown);
    root.value?.addEventListener('touchmove', onTouch, { passive: false });
  });
  onBeforeUnmount(() => end?.());
  return { over, justDropped: () => performance.now() - droppedAt < CLICK_MS };
}
