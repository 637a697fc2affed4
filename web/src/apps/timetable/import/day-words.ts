// What is different on a day, in a few words.
import { language } from '@/core/i18n';
import { weekdayName } from '../dates';
import type { DayChange } from '../types';
import { t } from './i18n';

/** Such as 按周四上课 · 运动会. */
export function dayWords(change: DayChange): string {
  const hours = [
    change.from && t('plan.from', { time: change.from }),
    change.until && t('plan.until', { time: change.until }),
  ];
  return [planWords(change), ...hours, change.note].filter(Boolean).join(' · ');
}

function planWords(change: DayChange): string {
  switch (change.plan) {
    case 'as_day': {
      const weeks = change.weeks === 'odd' || change.weeks === 'even' ? t(`weeks.${change.weeks}_mark`) : '';
      return t('plan.as_day', { day: weekdayName(change.day, language.value) || change.day, weeks });
    }
    case 'lessons':
    case 'exam':
      return t(`plan.${change.plan}`, { n: change.lessons.length });
    default:
      return t(`plan.${change.plan}`);
  }
}
