// How high the rows of a large screen are, so that the class default ends above the dock. Pure.

/** Status bar, dock and the space around the widgets. */
const BARS_REM = 12;
/** The status bar alone, below which the widgets begin where nothing is told above it. */
const BAR_REM = 3.25;
/** The rows of the class default on a large screen. */
const FILLING_ROWS = 4;

/** Of a screen whose widgets begin at `top`, all in px; what is told above the status bar takes room from each row. */
export function fillingRow(height: number, top: number, gap: number, rem: number): number {
  const told = Math.max(0, top - BAR_REM * rem);
  return (height - BARS_REM * rem - told) / FILLING_ROWS - gap;
}
