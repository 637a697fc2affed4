// How long a vote goes on, in words.
import { language } from '@/core/i18n';
import { formatMoment } from '@/core/time';
import { timeLeft } from '../model/poll';
import type { Poll } from '../types';
import { t } from './i18n';

/** Empty for one without an end. Reads the language: in a template it follows that. */
export function endText({ closes_at: closesAt, closed }: Poll, now: Date): string {
  if (!closesAt) return closed ? t('over') : '';
  const { unit, n } = timeLeft(closesAt, now);
  if (closed || unit === 'over') return t('over');
  return t(`left.${unit}`, { n });
}

/** When it ends, for whoever wants to know exactly. */
export function endMoment({ closes_at: closesAt }: Poll): string {
  return closesAt ? t('ends_at', { time: formatMoment(new Date(closesAt), language.value) }) : '';
}
