// How many embedded pages live at a time: more than a few frames slow the desktop of a classroom panel down.

/** Frames that may be alive at once. */
export const MAX_LIVE = 3;

/** From the one that was looked at longest ago to the newest, with what ends each. */
const live = new Map<string, () => void>();

/** Takes a place for a frame, or moves it to the newest; the one that was looked at longest ago makes room. */
export function claimFrame(key: string, end: () => void): void {
  live.delete(key);
  live.set(key, end);
  for (const [oldest, endOldest] of live) {
    if (live.size <= MAX_LIVE) return;
    live.delete(oldest);
    endOldest();
  }
}

/** Whether one more takes nobody's place. */
export function hasRoom(): boolean {
  return live.size < MAX_LIVE;
}

/** Gives the place of a frame back. */
export function releaseFrame(key: string): void {
  live.delete(key);
}
