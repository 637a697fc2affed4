// The drawing of a day's line, pure: scales, gaps, the figures that stand for it.

export interface Sample {
  /** Milliseconds since the epoch. */
  at: number;
  /** Null where nothing was measured. */
  value: number | null;
}

export interface Area {
  width: number;
  height: number;
}

/** Samples are a minute apart; a longer silence is a gap in the line. */
const GAP_MS = 150_000;
const HOUR_MS = 3_600_000;

/** A round number at or above the highest value, so that the axis ends on something readable. */
export function niceTop(highest: number): number {
  if (!(highest > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= highest) ?? 10;
  return step * power;
}

/** The path of a line: it breaks where the portal did not run or measure. */
export function linePath(samples: readonly Sample[], from: number, to: number, top: number, area: Area): string {
  let path = '';
  let last = -Infinity;
  for (const { at, value } of samples) {
    if (value === null || at < from || at > to) continue;
    const x = ((at - from) / (to - from)) * area.width;
    const y = area.height - (Math.min(value, top) / top) * area.height;
    path += `${at - last > GAP_MS ? 'M' : 'L'}${round(x)} ${round(y)}`;
    last = at;
  }
  return path;
}

export interface Figures {
  min: number;
  max: number;
  last: number;
}

/** The figures that say in words what the line shows; null when there is none. */
export function figuresOf(samples: readonly Sample[]): Figures | null {
  const values = samples.map(({ value }) => value).filter((value): value is number => value !== null);
  const last = values[values.length - 1];
  if (last === undefined) return null;
  return { min: Math.min(...values), max: Math.max(...values), last };
}

/** Mean and peak of each hour, oldest first: the line as a table. */
export function hourly(samples: readonly Sample[]): { hour: number; mean: number; peak: number }[] {
  const hours = new Map<number, number[]>();
  for (const { at, value } of samples) {
    if (value === null) continue;
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    hours.set(hour, [...(hours.get(hour) ?? []), value]);
  }
  return [...hours]
    .sort(([a], [b]) => a - b)
    .map(([hour, values]) => ({
      hour,
      mean: values.reduce((sum, value) => sum + value, 0) / values.length,
      peak: Math.max(...values),
    }));
}

/** Moments for the axis: full multiples of six hours of this device's clock. */
export function ticks(from: number, to: number): number[] {
  const first = new Date(from);
  first.setMinutes(0, 0, 0);
  first.setHours(Math.ceil((first.getHours() + 1) / 6) * 6);
  const found: number[] = [];
  for (let at = first.getTime(); at <= to; at += 6 * HOUR_MS) found.push(at);
  return found;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
