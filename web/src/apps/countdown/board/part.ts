// What the board is told about the next dates. Pure.
import { daysBetween } from '@/core/dates';
import { todayText } from '@/core/time';

interface NextDate {
  id: string;
  title: string;
  /** `YYYY-MM-DD` */
  date: string;
  color: string;
  category: string;
  /** From 0 to 1. */
  progress: number;
}

export interface CountdownPart {
  /** Nearest first. */
  countdowns: NextDate[];
}

/** The dates that are not over at a moment in ms, with the days left; 0 is today. */
export function datesAt({ countdowns }: CountdownPart, now: number): (NextDate & { days: number })[] {
  const today = todayText(new Date(now));
  return countdowns.map((one) => ({ ...one, days: daysBetween(today, one.date) })).filter(({ days }) => days >= 0);
}
