// When a card is due, in words: 今天 21:00, 明天早读, 周五.
import { daysBetween, longDate, mondayOf, weekdayName, weekdayOf } from '@/core/dates';
import { isDone, isOver } from '@/core/homework';
import type { Language } from '@/core/i18n';
import { t } from './widgets/i18n';
import type { HomeworkCard } from './types';

/** A lesson as far as the end of homework needs it. */
export interface DueLesson {
  start: string;
  subject: string;
}
export type LessonsOn = (date: string) => readonly DueLesson[];

const READING = '早读';
const NO_LESSONS: LessonsOn = () => [];

/** 今天, 明天, 周五, 下周一, or 9月14日 周一, seen from today. */
export function dayWords(date: string, today: string, lang: Language): string {
  const ahead = daysBetween(today, date);
  if (ahead === 0) return t('day.today');
  if (ahead === 1) return t('day.tomorrow');
  if (ahead === -1) return t('day.yesterday');
  const weekday = weekdayName(weekdayOf(date), lang);
  if (mondayOf(date) === mondayOf(today)) return weekday;
  if (ahead > 1 && ahead < 7) return t('day.next_week', { weekday });
  return longDate(date, lang);
}

/** The same at the beginning of a line. */
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const isReading = (lesson: string): boolean => lesson.includes(READING);

/** Whether the end of homework may be named by a lesson: the next one is of another subject, and would mislead. */
export const isNamedBy = (lesson: string, subject: string): boolean => lesson === subject || isReading(lesson);

/** What a time of a day is called for homework of a subject: a lesson that begins then, or the time. */
export function timeWords(time: string, subject: string, lessons: readonly DueLesson[]): string {
  const lesson = lessons.find(({ start }) => start.slice(0, 5) === time);
  if (!lesson || !isNamedBy(lesson.subject, subject)) return time;
  return isReading(lesson.subject) ? lesson.subject : t('due.before', { subject: lesson.subject });
}

/** The chip of a card; empty where nothing is said of an end. */
export function dueWords(
  { due_date: date, due_time: time, subject }: Pick<HomeworkCard, 'due_date' | 'due_time' | 'subject'>,
  today: string,
  lang: Language,
  lessonsOn: LessonsOn = NO_LESSONS,
): string {
  if (!date) return '';
  const day = dayWords(date, today, lang);
  if (!time) return day;
  const when = timeWords(time, subject, lessonsOn(date));
  const isNumber = when === time;
  return lang === 'zh' && !isNumber ? `${day}${when}` : `${day} ${when}`;
}

const HOUR_MS = 3_600_000;

/**
 * How long there is: 还有 3 小时, 还有 2 天, or how late it is. A day without a time is counted in days, and today, tomorrow
 * and yesterday say it themselves.
 */
export function leftWords(
  { due_at: due, due_date: date, due_time: time }: Pick<HomeworkCard, 'due_at' | 'due_date' | 'due_time'>,
  now: Date,
  today: string,
): string {
  if (!due || !date) return '';
  if (!time) {
    const ahead = daysBetween(today, date);
    const n = Math.abs(ahead);
    return n <= 1 ? '' : t(ahead < 0 ? 'over.days' : 'left.days', { n });
  }
  const ms = Date.parse(due) - now.getTime();
  const hours = Math.abs(ms) / HOUR_MS;
  const way = ms < 0 ? 'over' : 'left';
  if (hours < 1) return t(`${way}.minutes`, { n: Math.max(1, Math.floor(hours * 60)) });
  if (hours < 48) return t(`${way}.hours`, { n: Math.floor(hours) });
  return t(`${way}.days`, { n: Math.floor(hours / 24) });
}

export type Urgency = 'plain' | 'info' | 'warning' | 'danger' | 'success';

/** How much the chip stands out. */
export function urgencyOf(card: HomeworkCard, now: Date, today: string): Urgency {
  if (isDone(card)) return 'plain';
  if (!card.due_at || !card.due_date) return 'info';
  if (isOver(card, now)) return 'danger';
  const days = daysBetween(today, card.due_date);
  return days <= 1 ? 'warning' : 'info';
}
