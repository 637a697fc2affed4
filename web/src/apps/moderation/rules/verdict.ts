// What a dry run has found, in words.
import { t } from '../i18n';
import type { DryRun } from '../types';

const KINDS = ['message', 'post', 'comment'] as const;

/** How many texts the rule fits. */
export function countOf({ fits }: DryRun): number {
  return KINDS.reduce((sum, kind) => sum + (fits[kind] ?? 0), 0);
}

/** Reads the language: in a template it follows that. */
export function verdictOf(run: DryRun): string {
  const { texts: n, fits } = run;
  if (n === 0) return t('try.nothing');
  if (countOf(run) === 0) return t('try.fits_none', { n });
  const list = KINDS.map((kind) => t(`try.kind_${kind}`, { n: fits[kind] ?? 0 })).join(t('try.comma'));
  return t('try.fits', { n, list });
}
