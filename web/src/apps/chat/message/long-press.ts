// A finger that rests on a message asks for its menu. Browsers of phones tell that as a click of the right button, or
// not at all; what is told comes first, and the timer is for the rest.
import { onBeforeUnmount, onMounted, type Ref } from 'vue';

/** A little longer than browsers take to tell of it themselves. */
const REST_MS = 600;
/** A finger that moves further scrolls. */
const SLOP_PX = 10;

/** For the list of all messages: `open` hears the `seq` of the message and the bubble that was pressed. */
export function useLongPress(
  list: Ref<HTMLElement | undefined>,
  open: (seq: number, bubble: HTMLElement) => void,
): void {
  let timer = 0;
  let [x, y] = [0, 0];
  let isOpened = false;

  function cancel(): void {
    window.clearTimeout(timer);
  }

  function start(event: TouchEvent): void {
    cancel();
    isOpened = false;
    const [finger] = event.touches;
    const bubble = (event.target as Element).closest<HTMLElement>('.bubble');
    const row = bubble?.closest<HTMLElement>('[data-seq]');
    if (!bubble || !row || !finger || event.touches.length > 1) return;
    [x, y] = [finger.clientX, finger.clientY];
    timer = window.setTimeout(() => {
      isOpened = true;
      open(Number(row.dataset.seq), bubble);
    }, REST_MS);
  }

  function move(event: TouchEvent): void {
    const [finger] = event.touches;
    if (finger && Math.hypot(finger.clientX - x, finger.clientY - y) > SLOP_PX) cancel();
  }

  /** The finger that opened the menu touches nothing of it, nor a link below. */
  function end(event: TouchEvent): void {
    cancel();
    if (isOpened && event.cancelable) event.preventDefault();
    isOpened = false;
  }

  onMounted(() => {
    const { value: element } = list;
    // Scrolling waits for none of these.
    element?.addEventListener('touchstart', start, { passive: true });
    element?.addEventListener('touchmove', move, { passive: true });
    element?.addEventListener('touchend', end);
    element?.addEventListener('touchcancel', cancel);
    element?.addEventListener('contextmenu', cancel);
  });
  onBeforeUnmount(cancel);
}
