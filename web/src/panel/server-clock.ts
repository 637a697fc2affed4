// The server's time on a device whose own clock may be wrong, or be set while the page is open. Between two lines of
// the stream the time goes on by the engine's own counter, which nobody sets.

/** The way of a line over the network is not the clock's fault: smaller differences do not move the time. */
const TOLERANCE_MS = 500;

let known: { at: number; counter: number } | undefined;

/** Now on the server's clock, in ms; the device's own until the server has been heard. */
export function panelNow(): number {
  return known ? known.at + performance.now() - known.counter : Date.now();
}

/** Takes the time of a line that has just come. */
export function hearServerTime(at: number): void {
  if (!Number.isFinite(at) || (known && Math.abs(at - panelNow()) < TOLERANCE_MS)) return;
  known = { at, counter: performance.now() };
}
