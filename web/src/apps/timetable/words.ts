// Sentences about days and times, in the language on screen.
import { language } from '@/core/i18n';
import { daysBetween, longDate, weekdayName, weekdayOf } from './dates';
import type { Day } from './types';
import { t } from './widgets/i18n';

const HOUR = 60;

/** 12 分钟, or 2 小时 5 分钟. */
export function durationText(minutes: number): string {
  if (minutes <= HOUR) return t('minutes', { n: minutes });
  const rest = minutes % HOUR;
  const hours = t('hours', { n: Math.floor(minutes / HOUR) });
  return rest ? `${hours} ${t('minutes', { n: rest })}` : hours;
}

/** 今天, 明天, 周一 or 9月14日 周一, seen from a date; `tomorrow` is another word within a sentence. */
export function dayWord(date: string, today: string, tomorrow = t('tomorrow')): string {
  const ahead = daysBetween(today, date);
  if (ahead === 0) return t('today');
  if (ahead === 1) return tomorrow;
  return ahead > 1 && ahead < 7 ? weekdayName(weekdayOf(date), language.value) : longDate(date, language.value);
}

/** What members read of a day without lessons. */
export function freeWord(day: Day | undefined): string {
  if (day?.note && !day.make_up) return day.note;
  return t(day?.kind === 'off' ? 'off' : 'free');
}
