// Dragging with one pointer. Two people may touch a wall panel at once, so every move is checked
// against the pointer that started; moves are applied once per frame.
import { onScopeDispose } from 'vue';
import { markMoving } from '@/core/perf';

type Move = (dx: number, dy: number, at: PointerEvent) => void;

/**
 * Makes a pointerdown handler. `begin` may refuse; `move` gets the way since the start; `end` is
 * called once, also when the pointer is cancelled, the handle goes, or its component does.
 */
export function useDrag(begin: () => boolean, move: Move, end: () => void): (event: PointerEvent) => void {
  let stop: (() => void) | undefined;
  onScopeDispose(() => stop?.());

  return (down) => {
    if (stop || down.button !== 0 || (down.target as HTMLElement).closest('button') || !begin()) return;
    (down.currentTarget as HTMLElement).setPointerCapture(down.pointerId);
    let frame = 0;
    let latest = down;

    const apply = (): void => {
      frame = 0;
      markMoving();
      move(latest.clientX - down.clientX, latest.clientY - down.clientY, latest);
    };
    const onMove = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      latest = event;
      if (frame === 0) frame = requestAnimationFrame(apply);
    };
    const onEnd = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      if (frame !== 0) apply();
      stop?.();
    };
    stop = () => {
      stop = undefined;
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
      end();
    };
    // On the window: a handle that has left the page hears nothing any more.
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
  };
}
