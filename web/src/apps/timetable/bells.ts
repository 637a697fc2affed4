// The times of the lessons of a day, from what a bell schedule says in a few numbers. Pure.
import { secondsOf } from '@/core/school-clock';
import type { Row } from './rows';

const DAY_S = 86_400;

/** A part of a day, such as the forenoon. */
export interface Session {
  /** `HH:MM`, as people type it. */
  start: string;
  /** How many lessons. */
  count: number;
}

export interface Bells {
  sessions: readonly Session[];
  /** Minutes of a lesson, and of the break after it. */
  lesson: number;
  pause: number;
  /** A longer break after the lesson of this number, from 1, of the first session; 0 for none. */
  longAfter: number;
  longPause: number;
}

/** `HH:MM` of what people type, such as `8:00` or `8：00`; undefined for what is no time. */
export function typedTime(text: string): string | undefined {
  const match = /^\s*(\d{1,2})\s*[:：.]\s*(\d{2})(?::(\d{2}))?\s*$/.exec(text);
  const [hours, minutes, seconds] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3] ?? 0)];
  if (!match || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return clock(hours * 3600 + minutes * 60 + seconds);
}

/** What is typed over a time of which a field shows hours and minutes: untouched, it keeps its seconds. */
export const retypedTime = (text: string, before: string): string | undefined =>
  text === before.slice(0, 5) ? before : typedTime(text);

/** The lessons of a day by its bells; undefined where a time is none, or the day has no room for them. */
export function periodsOf({ sessions, lesson, pause, longAfter, longPause }: Bells): Row[] | undefined {
  const periods: Row[] = [];
  for (const [index, { start, count }] of sessions.entries()) {
    const first = count > 0 ? typedTime(start) : '00:00';
    if (first === undefined) return undefined;
    let now = secondsOf(first);
    for (let number = 1; number <= count; number++) {
      const end = now + lesson * 60;
      const before = periods[periods.length - 1];
      if (end >= DAY_S || (before && secondsOf(before.end) > now)) return undefined;
      periods.push({ start: clock(now), end: clock(end) });
      now = end + (index === 0 && number === longAfter ? longPause : pause) * 60;
    }
  }
  return periods;
}

/** The afternoon and the evening begin at about these times. */
const NOON_S = 12.5 * 3600;
const EVENING_S = 17.5 * 3600;

/** The numbers that give times such as these; where they do not say one, it is that of `usual`. */
export function bellsOf(periods: readonly Row[], usual: Bells): Bells {
  if (periods.length === 0) return usual;
  const within = (from: number, until: number): Row[] =>
    periods.filter(({ start }) => secondsOf(start) >= from && secondsOf(start) < until);
  const parts = [within(0, NOON_S), within(NOON_S, EVENING_S), within(EVENING_S, DAY_S)];
  const gaps = parts.map((part) =>
    part.slice(1).map(({ start }, index) => minutesFrom(part[index]?.end ?? start, start)),
  );
  const pause = mostOf(gaps.flat()) ?? usual.pause;
  const long = gaps[0]?.findIndex((gap) => gap > pause) ?? -1;
  return {
    sessions: parts.map((part, index) => ({
      start: (part[0]?.start ?? usual.sessions[index]?.start ?? '').slice(0, 5),
      count: part.length,
    })),
    lesson: mostOf(periods.map(({ start, end }) => minutesFrom(start, end))) ?? usual.lesson,
    pause,
    longAfter: long + 1,
    longPause: gaps[0]?.[long] ?? usual.longPause,
  };
}

const minutesFrom = (from: string, until: string): number => Math.round((secondsOf(until) - secondsOf(from)) / 60);

/** The number that is there most often, of several the smallest. */
function mostOf(numbers: readonly number[]): number | undefined {
  const count = (number: number): number => numbers.filter((one) => one === number).length;
  return [...numbers].sort((a, b) => count(b) - count(a) || a - b)[0];
}

const two = (n: number): string => String(n).padStart(2, '0');

function clock(seconds: number): string {
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 ? `${text}:${two(seconds % 60)}` : text;
}
