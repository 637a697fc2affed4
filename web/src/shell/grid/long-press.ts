// A press that is held becomes a drag: 480 ms to enter the edit mode, less once inside. Moving more
// than 8 px before means scrolling or selecting, and nothing happens. A mouse in edit mode need not
// wait: it lifts as soon as it moves.
import { onScopeDispose } from 'vue';
import { dropped, editing, draggedWidget, pendingDrag, type DragStart } from './state';

const HOLD_MS = 480;
const HOLD_EDITING_MS = 180;
const SLOP_PX = 8;
const IGNORED = 'input, select, textarea, [data-no-lift]';

/** Makes a pointerdown handler for a widget; `startDrag` is called with the pointer that pressed. */
export function useLongPress(startDrag: (start: DragStart) => void): (event: PointerEvent, widget: string) => void {
  let cancel: (() => void) | undefined;
  onScopeDispose(() => cancel?.());

  return (down, widget) => {
    if (down.button !== 0 || (down.target as HTMLElement).closest(IGNORED)) return;
    cancel?.();
    if (down.pointerType !== 'mouse') keepStill(down.target as HTMLElement);
    let last = down;
    const fire = (): void => {
      cancel?.();
      const start = { widget, pointerId: down.pointerId, x: last.clientX, y: last.clientY };
      dropWithPointer(start);
      startDrag(start);
    };
    const timer = window.setTimeout(fire, editing.value ? HOLD_EDITING_MS : HOLD_MS);
    const onMove = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      last = event;
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLOP_PX;
      if (!far) return;
      if (editing.value && event.pointerType === 'mouse') fire();
      else cancel?.();
    };
    const onEnd = (event: PointerEvent): void => {
      if (event.pointerId === down.pointerId) cancel?.();
    };
    cancel = () => {
      window.clearTimeout(timer);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onEnd);
      window.removeEventListener('pointercancel', onEnd);
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onEnd);
    window.addEventListener('pointercancel', onEnd);
  };
}

/** A finger may go before the code of the edit mode has come: then there is nothing to carry. */
function dropWithPointer(start: DragStart): void {
  const onEnd = (event: PointerEvent): void => {
    if (event.pointerId !== start.pointerId) return;
    window.removeEventListener('pointerup', onEnd);
    window.removeEventListener('pointercancel', onEnd);
    if (pendingDrag.value !== start) return;
    pendingDrag.value = null;
    dropped();
  };
  window.addEventListener('pointerup', onEnd);
  window.addEventListener('pointercancel', onEnd);
}

/** A dragged widget follows the finger; the page under it must not. */
export function keepPage(event: TouchEvent): void {
  if ((draggedWidget.value || pendingDrag.value) && event.cancelable) event.preventDefault();
}

/**
 * Keeps the page still for as long as a touch lasts. The pager sees to that until the
 * widget goes to another page: the element that was touched leaves the document then, and is the only
 * one that still hears of the touch.
 */
function keepStill(touched: HTMLElement): void {
  const onEnd = (event: TouchEvent): void => {
    if (event.targetTouches.length > 0) return;
    touched.removeEventListener('touchmove', keepPage);
    touched.removeEventListener('touchend', onEnd);
    touched.removeEventListener('touchcancel', onEnd);
  };
  // Not passive, or it could not keep the page still.
  touched.addEventListener('touchmove', keepPage, { passive: false });
  touched.addEventListener('touchend', onEnd);
  touched.addEventListener('touchcancel', onEnd);
}
