// The axis and the area of a plot.

/** A round number at or above the highest value, so that the axis ends on something readable. */
export function niceTop(highest: number): number {
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}

/** What a plot is drawn into; the drawing is stretched to its place. */
export const PLOT_AREA = { width: 300, height: 100 } as const;
