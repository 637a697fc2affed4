// How the board lies on a screen of some shape, and in what its sizes are counted. Pure.

/** Screens that are less wide than this share of their height have one column. */
const TALL = 1.2;
/** A line has room for so many units at least: on a narrower screen all is smaller, for what is large cannot be read there. */
const LEAST_WIDTH = 56;
/** Those that are wider than this share have a narrower side. */
const WIDE = 1.5;

export interface BoardShape {
  /** What all sizes on the board are counted in, in px: a hundredth of the height, whichever side is the longer one. */
  unit: number;
  /** Of the screen, in units. */
  width: number;
  height: number;
  columns: 'one' | 'narrow' | 'wide';
}

/** The shape of a screen of so many px. */
export function shapeOf({ width, height }: { width: number; height: number }): BoardShape {
  const unit = Math.min(height / 100, width / LEAST_WIDTH);
  const ratio = width / height;
  const columns = ratio < TALL ? 'one' : ratio > WIDE ? 'wide' : 'narrow';
  return { unit, width: width / unit, height: height / unit, columns };
}
