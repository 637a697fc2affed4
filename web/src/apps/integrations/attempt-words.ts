// What an attempt of a delivery came to, in a few words.
import { whyOf } from './deliveries';
import { t } from './i18n';
import type { Attempt } from './types';

/** What came of an attempt: the answer that took it, or why it failed. */
export function attemptWords(attempt: Pick<Attempt, 'error' | 'status'>): string {
  const status = attempt.status ?? '';
  if (attempt.error === '') return t('attempt.taken', { status });
  const why = whyOf(attempt);
  // A newer server may know more reasons: then its own word is all there is.
  return why ? t(`why.${why}`, { status }) : attempt.error;
}
