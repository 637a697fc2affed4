// What is likely to be wanted next is fetched while nothing else is to be done.

/** Safari has no idle callback, and a page that draws all the time has no idle moment: then it is done all the same. */
const LATEST_MS = 2000;

/** Calls once the browser has nothing else to do; where it does not tell when that is, after `untold` ms. */
export function whenIdle(work: () => void, untold = LATEST_MS): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work, { timeout: LATEST_MS });
  else window.setTimeout(work, untold);
}
