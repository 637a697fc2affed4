// What people call months and days, also those of the lunar calendar. Pure.
import type { Language } from '@/core/i18n';
import type { DayFacts } from './types';

const SHORT_WEEKDAYS = { zh: [...'一二三四五六日'], en: 'Mon Tue Wed Thu Fri Sat Sun'.split(' ') };
const MONTHS_EN = 'January February March April May June July August September October November December'.split(' ');

/** The same day some months later, or the last day of that month. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 7)}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

/** 一, or Mon, over a column. */
export const shortWeekday = (weekday: number, lang: Language): string => SHORT_WEEKDAYS[lang][weekday - 1] ?? '';

const parts = (date: string): [number, number, number] => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return [year, month, day];
};

/** 2026年11月, or November 2026. */
export function monthTitle(date: string, lang: Language): string {
  const [year, month] = parts(date);
  return lang === 'zh' ? `${year}年${month}月` : `${MONTHS_EN[month - 1]} ${year}`;
}

/** 11月, or Nov. */
export function monthName(date: string, lang: Language): string {
  const [, month] = parts(date);
  return lang === 'zh' ? `${month}月` : (MONTHS_EN[month - 1] ?? '').slice(0, 3);
}

/** The number of the day within its month. */
export const dayOfMonth = (date: string): number => parts(date)[2];

/** 11月29日, or 29 Nov. */
export function shortDate(date: string, lang: Language): string {
  const [, month, day] = parts(date);
  return lang === 'zh' ? `${month}月${day}日` : `${day} ${monthName(date, lang)}`;
}

/** What a day is known for: a festival, a public holiday that begins, a solar term. */
export function specialWord({ lunar, public_day: day }: DayFacts, lang: Language, before?: DayFacts): string {
  const last = before?.public_day;
  const begins = day?.off && !(last?.off && last.name === day.name);
  return lunar.festival?.[lang] ?? (begins ? day.name : lunar.solar_term?.[lang]) ?? '';
}

/** What is written below a number: what it is known for, else the lunar day. */
export const lunarWord = (facts: DayFacts, lang: Language, before?: DayFacts): string =>
  specialWord(facts, lang, before) || lunarDay(facts, lang);

/** The lunar day; the first one of a month is called like the month. */
export function lunarDay({ lunar }: DayFacts, lang: Language): string {
  // The names of lunar days have no English, and numbers would be taken for another date.
  if (lang === 'en') return '';
  return lunar.day === 1 ? lunar.month_name : lunar.day_name;
}

/** The name of a public holiday; a day on which people work for one says so: 国庆节调休. */
function holidayWord({ lunar, public_day: day }: DayFacts, lang: Language): string {
  if (!day) return '';
  if (!day.off) return lang === 'zh' ? `${day.name}调休` : `${day.name}, working day`;
  return day.name === lunar.festival?.[lang] ? '' : day.name;
}

/** 八月十五. In English the numbers say that they are lunar: they would be taken for another date. */
function wholeLunar(
  { month, day, leap, month_name, day_name }: DayFacts['lunar'],
  lang: Language,
  spoken: boolean,
): string {
  if (lang === 'zh') return `${month_name}${day_name}`;
  const kind = leap ? 'Lunar leap' : 'Lunar';
  // No line ends within it.
  return spoken ? `${kind} month ${month}, day ${day}` : `${kind} ${month}/${day}`.replace(/ /g, '\u00a0');
}

/** The whole lunar date, with what is on it: 十月廿一 小雪. */
export function lunarDate(facts: DayFacts, lang: Language, { spoken = false } = {}): string {
  const { lunar } = facts;
  const date = wholeLunar(lunar, lang, spoken);
  const special = [lunar.festival, lunar.solar_term].map((words) => words && words[lang]);
  return [date, ...special, holidayWord(facts, lang)].filter(Boolean).join(' · ');
}
