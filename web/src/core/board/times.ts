// Dates and times in the words of a board, in the language of its screen. Pure.
import { daysBetween, shortDate, weekdayName, weekdayOf } from '../dates';
import type { Language } from '../i18n';
import { formatMoment, formatTime, todayText } from '../time';

const NEAR = { zh: ['今天', '明天', '后天'], en: ['Today', 'Tomorrow'] };

/** 今天, 明天, 周三, or 12/24, seen from a moment. */
export function nearDay(date: string, now: number, language: Language): string {
  const ahead = daysBetween(todayText(new Date(now)), date);
  const near = NEAR[language][ahead];
  if (near) return near;
  return ahead > 0 && ahead < 7 ? weekdayName(weekdayOf(date), language) : shortDate(date, language);
}

/** The same inside of a sentence: “due tomorrow”. Names of weekdays and months stay as they are. */
export const withinSentence = (words: string): string => words.replace(/^To(?=day|morrow)/, 'to');

/** 今天 21:30 */
export function nearMoment(at: number, now: number, language: Language): string {
  const moment = new Date(at);
  return `${nearDay(todayText(moment), now, language)} ${formatTime(moment)}`;
}

/** 21:30, with the day before it where that is not today: 11月20日 21:30. */
export function momentText(at: number, now: number, language: Language): string {
  const moment = new Date(at);
  const isOfToday = todayText(moment) === todayText(new Date(now));
  return isOfToday ? formatTime(moment) : formatMoment(moment, language);
}
