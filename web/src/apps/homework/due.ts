// When a card is due, in words: 今天 21:00, 明天早读, 周五.
import { daysBetween, longDate, mondayOf, weekdayName, weekdayOf } from '@/core/dates';
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

/** What a time of a day is called: a lesson that begins then, or the time. */
export function timeWords(time: string, lessons: readonly DueLesson[]): string {
  const lesson = lessons.find(({ start }) => start.slice(0, 5) === time);
  if (!lesson) return time;
  return lesson.subject.includes(READING) ? lesson.subject : t('due.before', { subject: lesson.subject });
}

/** The chip of a card; empty where nothing is said of an end. */
export function dueWords(
  { due_date: date, due_time: time }: Pick<HomeworkCard, 'due_date' | 'due_time'>,
  today: string,
  lang: Language,
  lessonsOn: LessonsOn = NO_LESSONS,
): string {
  if (!date) return '';
  const day = dayWords(date, today, lang);
  if (!time) return day;
  const when = timeWords(time, lessonsOn(date));
  const isNumber = when === time;
  return lang === 'zh' && !isNumber ? `${day}${when}` : `${day} ${when}`;
}

const HOUR_MS = 3_600_000;

/** How long there is: 还有 3 小时, 还有 2 天, or how late it is. */
export function leftWords({ due_at: due }: Pick<HomeworkCard, 'due_at'>, now: Date): string {
  if (!due) return '';
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
  if (card.done_at) return 'plain';
  if (!card.due_at || !card.due_date) return 'info';
  if (Date.parse(card.due_at) < now.getTime()) return 'danger';
  const days = daysBetween(today, card.due_date);
  return days <= 1 ? 'warning' : 'info';
}
