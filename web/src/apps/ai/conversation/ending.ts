// How an answer that is not whole has ended, in words.
import { t } from '../i18n';
import type { Message } from '../types';

/** Empty for an answer that is whole. */
export function endingOf({ partial, partial_reason: reason, error, content, reasoning }: Message): string {
  if (!partial) return '';
  const isMissing = error && !content && !reasoning;
  const words = t(isMissing ? 'answer.missing' : `answer.${reason ?? 'unknown'}`);
  return error ? t('answer.because', { words, why: error }) : words;
}
