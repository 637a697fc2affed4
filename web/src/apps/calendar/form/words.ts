// What repetitions and reminders are called.
import { language } from '@/core/i18n';
import { formatDate } from '@/core/time';
import { weekdayName } from '@/core/dates';
import { dayOfMonth, shortDate } from '../dates';
import { t } from './i18n';
import type { RepeatChoice } from './rule';

/** 每 2 周的周一、周三，到 2027年1月1日. */
export function repeatWords(choice: RepeatChoice, starts: string): string {
  const { repeat, every: n, days, end, until, count } = choice;
  if (repeat === 'none') return '';
  const lang = language.value;
  const what = {
    other: () => t('rule.other'),
    weekdays: () => t('rule.weekdays'),
    daily: () => (n > 1 ? t('rule.days', { n }) : t('rule.daily')),
    weekly: () => {
      const names = days.map((day) => weekdayName(day, lang)).join(t('rule.comma'));
      return n > 1 ? t('rule.weeks', { n, days: names }) : t('rule.weekly', { days: names });
    },
    monthly: () => t(n > 1 ? 'rule.months' : 'rule.monthly', { n, day: dayOfMonth(starts.slice(0, 10)) }),
    yearly: () => t(n > 1 ? 'rule.years' : 'rule.yearly', { n, date: shortDate(starts.slice(0, 10), lang) }),
  }[repeat]();
  if (end === 'until') return t('rule.until', { what, date: formatDate(until, lang) });
  return end === 'count' ? t('rule.count', { what, n: count }) : what;
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Quick choices, in minutes before the beginning: of whole days counted from their midnight. */
export const REMINDERS = { timed: [0, 10, 30, HOUR, DAY], whole: [-8 * HOUR, 4 * HOUR, DAY + 4 * HOUR] } as const;

/** 提前 30 分钟; of whole days 前 1 天 20:00. */
export function reminderWords(minutes: number, allDay: boolean): string {
  if (!allDay) {
    if (minutes === 0) return t('remind.start');
    if (minutes % DAY === 0) return t('remind.days', { n: minutes / DAY });
    if (minutes % HOUR === 0) return t('remind.hours', { n: minutes / HOUR });
    return t('remind.minutes', { n: minutes });
  }
  const n = Math.max(0, Math.ceil(minutes / DAY));
  const clock = n * DAY - minutes;
  const time = `${String(Math.floor(clock / HOUR)).padStart(2, '0')}:${String(clock % HOUR).padStart(2, '0')}`;
  return n === 0 ? t('remind.same_day', { time }) : t('remind.day_before', { n, time });
}
