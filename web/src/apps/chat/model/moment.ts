// Times as a chat shows them; pure.
import type { Language } from '@/core/i18n';
import { formatDay, formatMoment, formatTime, toSchoolTime } from '@/core/time';

const DAY_MS = 86_400_000;

/** In the list of rooms: the hour today, 昨天, else the day. */
export function shortMoment(at: Date, now: Date, lang: Language): string {
  const days = daysBetween(at, now);
  if (days === 0) return formatTime(at);
  if (days === 1) return lang === 'en' ? 'Yesterday' : '昨天';
  if (yearOf(at) === yearOf(now)) return formatMoment(at, lang).replace(/ \d\d:\d\d$/, '');
  const day = toSchoolTime(at);
  return `${day.getFullYear()}/${day.getMonth() + 1}/${day.getDate()}`;
}

/** Between the days of a history. */
export function dayTitle(at: Date, now: Date, lang: Language): string {
  const days = daysBetween(at, now);
  if (days === 0) return lang === 'en' ? 'Today' : '今天';
  if (days === 1) return lang === 'en' ? 'Yesterday' : '昨天';
  const day = formatDay(at, lang);
  if (yearOf(at) === yearOf(now)) return day;
  return lang === 'en' ? `${day} ${yearOf(at)}` : `${yearOf(at)}年${day}`;
}

const yearOf = (moment: Date): number => toSchoolTime(moment).getFullYear();

function midnight(moment: Date): number {
  const date = toSchoolTime(moment);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function daysBetween(at: Date, now: Date): number {
  return Math.round((midnight(now) - midnight(at)) / DAY_MS);
}
