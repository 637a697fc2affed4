// Dates and names in the words of duty.
import { daysBetween, longDate, weekdayName, weekdayOf } from '@/core/dates';
import { language } from '@/core/i18n';
import { t } from './widgets/i18n';

/** 今天, 明天, 周四 or 12月3日 周四, seen from a date. */
export function dayWord(date: string, today: string): string {
  const ahead = daysBetween(today, date);
  if (ahead === 0) return t('today');
  if (ahead === 1) return t('tomorrow');
  return ahead > 1 && ahead < 7 ? weekdayName(weekdayOf(date), language.value) : longDate(date, language.value);
}

/** What a person of the list is called; who has left it is called that. */
export const nameOf = ({ name, left }: { name: string; left?: boolean }): string => (left ? t('left') : name);
