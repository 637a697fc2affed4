// What is likely to be wanted next is fetched while nothing else is to be done.

/** Safari has no idle callback, and a page that draws all the time has no idle moment: then it is done all the same. */
const LATEST_MS = 2000;

/** Calls once the browser has nothing else to do. */
export function whenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work, { timeout: LATEST_MS });
  else window.setTimeout(work, LATEST_MS);
}
