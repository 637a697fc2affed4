// Dates of the wire, `YYYY-MM-DD`, and what people call them. Pure.
import type { Language } from './i18n';

const DAY_MS = 86_400_000;
const WEEKDAYS = { zh: [...'一二三四五六日'].map((day) => `周${day}`), en: 'Mon Tue Wed Thu Fri Sat Sun'.split(' ') };
const MONTHS_EN = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
const dateOf = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** The date so many days later. */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** Whole days from one date to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** 1 for Monday to 7 for Sunday; 1 January 1970 was a Thursday. */
export const weekdayOf = (date: string): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;

/** The Monday of the week of a date. */
export const mondayOf = (date: string): string => addDays(date, 1 - weekdayOf(date));

/** So many dates from one on. */
export const datesFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index));

/** 周一, or Mon. */
export const weekdayName = (weekday: number, lang: Language): string => WEEKDAYS[lang][weekday - 1] ?? '';

/** 9/10, or 10 Sep. */
export function shortDate(date: string, lang: Language): string {
  const [, month = 1, day = 1] = date.split('-').map(Number);
  return lang === 'zh' ? `${month}/${day}` : `${day} ${MONTHS_EN[month - 1]}`;
}

/** 9月10日 周四, or Thu, 10 Sep. */
export function longDate(date: string, lang: Language): string {
  const [, month = 1, day = 1] = date.split('-').map(Number);
  const weekday = weekdayName(weekdayOf(date), lang);
  return lang === 'zh' ? `${month}月${day}日 ${weekday}` : `${weekday}, ${day} ${MONTHS_EN[month - 1]}`;
}
