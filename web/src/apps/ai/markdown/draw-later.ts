// Draws what a conversation has from its end on, some of it in each frame: a long one is there at once, and the page
// answers meanwhile.

const AT_ONCE = 2;
const waiting: (() => void)[] = [];
let frame = 0;

/** Calls `draw` in one of the next frames, what was asked for last first; answers what takes it back. */
export function drawLater(draw: () => void): () => void {
  waiting.push(draw);
  frame ||= requestAnimationFrame(next);
  return () => {
    const at = waiting.indexOf(draw);
    if (at >= 0) waiting.splice(at, 1);
  };
}

function next(): void {
  frame = 0;
  waiting.splice(-AT_ONCE).forEach((draw) => draw());
  if (waiting.length > 0) frame = requestAnimationFrame(next);
}
