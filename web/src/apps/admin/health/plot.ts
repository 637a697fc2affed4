// The drawing of a day's line, pure: scales, gaps, the figures that stand for it.

import { toSchoolTime } from '@/core/time';

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
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;

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

/** How much of the past is drawn: the hours that there are figures of, whole and at least one, and a day at most. */
export function spanOf(samples: readonly number[]): number {
  const [first = 0] = samples;
  const last = samples[samples.length - 1] ?? first;
  return Math.min(Math.max(Math.ceil((last - first) / HOUR_MS), 1), HOURS_OF_DAY) * HOUR_MS;
}

/** Steps of the axis in minutes: those that a clock's face is divided by. */
const STEPS = [15, 30, 60, 120, 180, 360];
const MAX_TICKS = 5;

/** Moments for the axis: round ones on the clock at school. */
export function ticks(from: number, to: number): number[] {
  const minutes = (to - from) / MINUTE_MS;
  const step = (STEPS.find((length) => minutes / length < MAX_TICKS) ?? 360) * MINUTE_MS;
  const first = toSchoolTime(new Date(from));
  const midnight = new Date(first.getFullYear(), first.getMonth(), first.getDate()).getTime();
  const since = first.getTime() - midnight;
  const found: number[] = [];
  for (let at = from + (Math.floor(since / step) + 1) * step - since; at <= to; at += step) found.push(at);
  return found;
}

function round(n: number): number {
  return Math.round(n * 10) / 10;
}
