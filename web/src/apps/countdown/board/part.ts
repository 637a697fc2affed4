// What the board is told about the next dates. Pure.
import { daysBetween } from '@/core/dates';

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

/** The dates that are not over on a day, with the days left; 0 is the day itself. */
export function datesOn({ countdowns }: CountdownPart, today: string): (NextDate & { days: number })[] {
  return countdowns.map((one) => ({ ...one, days: daysBetween(today, one.date) })).filter(({ days }) => days >= 0);
}
