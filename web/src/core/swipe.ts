// A finger that wipes sideways: 1 for what comes next, -1 for what was before.

const FAR_PX = 56;
/** So many times further sideways than up or down. */
const SLOPE = 2;

interface SwipeHandlers {
  touchstart: (event: TouchEvent) => void;
  touchend: (event: TouchEvent) => void;
}

/** Listeners for `v-on`, which keep nothing from scrolling. */
export function useSwipe(turn: (by: 1 | -1) => void): SwipeHandlers {
  let from: { x: number; y: number } | undefined;
  return {
    touchstart: ({ touches }) => {
      const [finger] = touches;
      from = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    touchend: ({ changedTouches }) => {
      const [finger] = changedTouches;
      if (!from || !finger) return;
      const [dx, dy] = [finger.clientX - from.x, finger.clientY - from.y];
      from = undefined;
      if (Math.abs(dx) >= FAR_PX && Math.abs(dx) > Math.abs(dy) * SLOPE) turn(dx < 0 ? 1 : -1);
    },
  };
}
