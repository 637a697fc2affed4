// The public days of a year: months to draw, and what a tap changes. Pure.
import { addDays, daysBetween, datesFrom, weekdayOf } from '../dates';
import type { PublicDay } from '../types';

/** The holidays of the country, offered as names; they are Chinese words in any language. */
export const HOLIDAYS = ['元旦', '春节', '清明节', '劳动节', '端午节', '中秋节', '国庆节'] as const;

/** What a tap makes of a day. */
export interface Brush {
  kind: 'off' | 'work' | 'usual';
  name: string;
}

export interface MonthDay {
  date: string;
  /** Of the month. */
  number: number;
  isWeekend: boolean;
}

export interface Month {
  /** From 1. */
  number: number;
  /** Empty places before the first day; weeks begin on Mondays. */
  blanks: number;
  days: MonthDay[];
}

/** The days of one holiday in a row of dates. */
export interface Stretch {
  name: string;
  off: boolean;
  first: string;
  last: string;
}

/** The months of a year. */
export function monthsOf(year: number): Month[] {
  return Array.from({ length: 12 }, (_, at) => {
    const [first, next] = [firstOf(year, at), firstOf(year, at + 1)];
    const days = datesFrom(first, daysBetween(first, next)).map((date, i) => ({
      date,
      number: i + 1,
      isWeekend: weekdayOf(date) > 5,
    }));
    return { number: at + 1, blanks: weekdayOf(first) - 1, days };
  });
}

/** What a tap with a brush makes of the days. A day that is as the brush would make it becomes a usual one. */
export function painted(days: readonly PublicDay[], date: string, brush: Brush): PublicDay[] {
  const before = days.find((day) => day.date === date);
  const others = days.filter((day) => day.date !== date);
  const off = brush.kind === 'off';
  const isSame = before?.off === off && before.name === brush.name;
  if (brush.kind === 'usual' || isSame) return others;
  return inOrder([...others, { date, name: brush.name, off }]);
}

/** The days with others in the place of those of the same dates. */
export function merged(days: readonly PublicDay[], others: readonly PublicDay[]): PublicDay[] {
  const dates = new Set(others.map(({ date }) => date));
  return inOrder([...days.filter(({ date }) => !dates.has(date)), ...others]);
}

/** The days as a list for people: each holiday's days that follow each other are one entry. */
export function stretchesOf(days: readonly PublicDay[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { date, name, off } of inOrder(days)) {
    const last = stretches[stretches.length - 1];
    const follows = last && addDays(last.last, 1) === date;
    if (last && follows && last.name === name && last.off === off) last.last = date;
    else stretches.push({ name, off, first: date, last: date });
  }
  return stretches;
}

/** Whether two lists say the same of each date. */
export function isSameDays(one: readonly PublicDay[], other: readonly PublicDay[]): boolean {
  return textOf(one) === textOf(other);
}

const textOf = (days: readonly PublicDay[]): string =>
  JSON.stringify(inOrder(days).map(({ date, name, off }) => [date, name, off]));

function inOrder(days: readonly PublicDay[]): PublicDay[] {
  return [...days].sort((a, b) => a.date.localeCompare(b.date));
}

/** The first day of a month, counted from 0; that of the next year is 12. */
function firstOf(year: number, month: number): string {
  return month < 12 ? `${year}-${String(month + 1).padStart(2, '0')}-01` : `${year + 1}-01-01`;
}
