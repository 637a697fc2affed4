// A finger that rests on something asks for its menu. Browsers of phones report that as `contextmenu`, or not at all;
// their report comes first, and the timer is for the rest.

/** A little longer than browsers take to report it themselves. */
const REST_MS = 600;
/** A finger that moves further scrolls. */
const SLOP_PX = 10;

export interface Point {
  x: number;
  y: number;
}

/**
 * Calls `open` with what a single finger has rested on within `root`, and where; it answers whether it opened a menu.
 * The finger that opened one then clicks nothing when it is lifted. Answers what ends the listening.
 */
export function onLongPress(root: HTMLElement | Document, open: (touched: Element, at: Point) => boolean): () => void {
  let timer = 0;
  let at: Point = { x: 0, y: 0 };
  let isOpened = false;

  function cancel(): void {
    window.clearTimeout(timer);
  }

  function start({ target, touches }: TouchEvent): void {
    cancel();
    isOpened = false;
    const [finger] = touches;
    if (!finger || touches.length > 1) return;
    at = { x: finger.clientX, y: finger.clientY };
    timer = window.setTimeout(() => (isOpened = open(target as Element, at)), REST_MS);
  }

  function move({ touches }: TouchEvent): void {
    const [finger] = touches;
    if (finger && Math.hypot(finger.clientX - at.x, finger.clientY - at.y) > SLOP_PX) cancel();
  }

  function end(event: TouchEvent): void {
    cancel();
    if (isOpened && event.cancelable) event.preventDefault();
    isOpened = false;
  }

  // Scrolling waits for none of these.
  const passive = { passive: true };
  root.addEventListener('touchstart', start as EventListener, passive);
  root.addEventListener('touchmove', move as EventListener, passive);
  root.addEventListener('touchend', end as EventListener, { passive: false });
  root.addEventListener('touchcancel', cancel);
  root.addEventListener('contextmenu', cancel);
  return () => {
    cancel();
    root.removeEventListener('touchstart', start as EventListener);
    root.removeEventListener('touchmove', move as EventListener);
    root.removeEventListener('touchend', end as EventListener);
    root.removeEventListener('touchcancel', cancel);
    root.removeEventListener('contextmenu', cancel);
  };
}
