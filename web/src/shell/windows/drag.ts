// Dragging with one pointer. Two people may touch a wall panel at once, so every move is checked
// against the pointer that started; moves are applied once per frame.
import { markMoving } from '@/core/perf';

type Move = (dx: number, dy: number) => void;

/**
 * Makes a pointerdown handler. `begin` may refuse; `move` gets the way since the start; `end` is
 * called once, also when the pointer is cancelled.
 */
export function useDrag(begin: () => boolean, move: Move, end: () => void): (event: PointerEvent) => void {
  return (down) => {
    if (down.button !== 0 || (down.target as HTMLElement).closest('button') || !begin()) return;
    const handle = down.currentTarget as HTMLElement;
    handle.setPointerCapture(down.pointerId);
    let frame = 0;
    let latest = down;

    const apply = (): void => {
      frame = 0;
      markMoving();
      move(latest.clientX - down.clientX, latest.clientY - down.clientY);
    };
    const onMove = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      latest = event;
      if (frame === 0) frame = requestAnimationFrame(apply);
    };
    const onEnd = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      if (frame !== 0) {
        cancelAnimationFrame(frame);
        apply();
      }
      handle.removeEventListener('pointermove', onMove);
      handle.removeEventListener('pointerup', onEnd);
      handle.removeEventListener('pointercancel', onEnd);
      end();
    };
    handle.addEventListener('pointermove', onMove);
    handle.addEventListener('pointerup', onEnd);
    handle.addEventListener('pointercancel', onEnd);
  };
}
