// What is said of a day beside its lessons.
import { language } from '@/core/i18n';
import { shortTime, weekdayName, weekdayOf } from './dates';
import { t } from './i18n';
import { isWeekly } from './model';
import type { Day } from './types';
import { t as shared } from './widgets/i18n';

/** What is special of a day, such as its note or as which day it is held; empty for a usual one. */
export function noteWord(day: Day): string {
  const words = [ownNote(day), planWord(day), partWord(day)].filter(Boolean);
  return words.join(' · ');
}

/** Whether a day of the weekend is a working one for a public holiday: its note is then the name of the holiday. */
export function isWorked(day: Day): boolean {
  const { date, kind, note, make_up: isOpen, change } = day;
  return isOpen || (weekdayOf(date) > 5 && kind === 'lessons' && note !== '' && !change?.note);
}

const ownNote = (day: Day): string => (day.note && isWorked(day) ? t('day.worked', { name: day.note }) : day.note);

function planWord(day: Day): string {
  const { kind, note } = day;
  if (kind === 'off') return note ? '' : shared('off');
  if (kind === 'exam') return note ? '' : shared('exam');
  return asDayWord(day);
}

/** As which day a date is held; empty where it is held as itself. */
export function asDayWord(day: Day): string {
  const { change } = day;
  if (change?.plan !== 'as_day') return '';
  const weeks = change.weeks && change.weeks !== 'all' ? t(`weeks.${change.weeks}`) : '';
  return t('day.as', { day: dayName(change.day, isWeekly(day)) }) + (weeks && ` ${weeks}`);
}

/** A day of the week, or the number of one of a cycle. */
export function dayName(day: number, weekly: boolean): string {
  return weekly ? weekdayName(day, language.value) : t('day.nth', { n: day });
}

function partWord({ change }: Day): string {
  if (change?.until) return t('day.until', { time: shortTime(change.until) });
  return change?.from ? t('day.from', { time: shortTime(change.from) }) : '';
}
