// Moves what would stand still for weeks, so that it does not burn into the screen. Pure.

const MINUTE_MS = 60_000;
/** Most that the board moves to each side, in hundredths of its height; its margin is wider. */
export const MOST_SHIFT = 0.6;
/** Minutes of the two swings; without a common divisor, so that they meet late. */
const ACROSS = 17;
const DOWN = 23;
/** The same for the clock of the night, which goes over the whole screen. */
const NIGHT_ACROSS = 37;
const NIGHT_DOWN = 29;

export interface Shift {
  x: number;
  y: number;
}

/** How far the board stands beside its place in a minute, in hundredths of its height. */
export function shiftAt(now: number): Shift {
  const minute = Math.floor(now / MINUTE_MS);
  return { x: MOST_SHIFT * swing(minute, ACROSS), y: MOST_SHIFT * swing(minute, DOWN) };
}

/** Where the clock of the night stands, as shares of the room beside and below it. */
export function nightPlaceAt(now: number): Shift {
  const minute = Math.floor(now / MINUTE_MS);
  return { x: (1 + swing(minute, NIGHT_ACROSS)) / 2, y: (1 + swing(minute, NIGHT_DOWN)) / 2 };
}

/** From -1 to 1 and back. */
const swing = (minute: number, minutes: number): number => Math.sin((2 * Math.PI * minute) / minutes);
