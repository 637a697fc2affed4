// What is looked at, in words.
import { compactNumber } from '@/core/compact-number';
import { language } from '@/core/i18n';
import { whole, yuan } from '../format';
import type { UsageSum } from '../types';
import { t } from './i18n';
import { valueOf, type Measure } from './usage';

/** `1.2万`, `¥0.5` or `1,234`, for an axis. */
export function figure(n: number, measure: Measure): string {
  return measure === 'cost' ? yuan(n) : compactNumber(n, language.value);
}

/** The same with what it counts. */
export function amount(sum: UsageSum, measure: Measure): string {
  const n = valueOf(sum, measure);
  // One answer is written as a number, so that the text is in the singular.
  if (measure === 'messages') return t('amount.messages', { n: n === 1 ? n : whole(n) });
  return t(`amount.${measure}`, { n: figure(n, measure) });
}
