// Shows what changes many times a second at most once a frame. A page that nobody sees draws no frames, and is shown
// now and then all the same.

const UNSEEN_MS = 1000;

export interface PaintThrottle<T> {
  show: (value: T) => void;
  /** Shows nothing more. */
  stop: () => void;
}

export function throttlePaint<T>(paint: (value: T) => void): PaintThrottle<T> {
  let latest: T | undefined;
  let frame = 0;
  let timer = 0;
  const draw = (): void => {
    clear();
    if (latest !== undefined) paint(latest);
    latest = undefined;
  };
  function clear(): void {
    window.cancelAnimationFrame(frame);
    window.clearTimeout(timer);
    frame = timer = 0;
  }
  return {
    show(value) {
      latest = value;
      if (timer !== 0) return;
      frame = window.requestAnimationFrame(draw);
      timer = window.setTimeout(draw, UNSEEN_MS);
    },
    stop() {
      clear();
      latest = undefined;
    },
  };
}
