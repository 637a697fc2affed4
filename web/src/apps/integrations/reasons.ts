// Why a request of an integration was refused, in the words of people. Pure.
import type { Reported } from '@/core/embed/types';
import type { IntegrationsKey } from './i18n/zh';
import records from './i18n/zh-records';

/** What is said of refusals. The compiler names each refusal of a page that is reported and has no words. */
const WORDS: Readonly<Record<`${'reason' | 'hint'}.page_${Reported}`, string>> = records;

/** The key of what is said of a refusal, or of what to do about it; none for a slug without words. */
export function reasonKey(kind: 'reason' | 'hint', slug: string): IntegrationsKey | undefined {
  const key = `${kind}.${slug}`;
  return Object.prototype.hasOwnProperty.call(WORDS, key) ? (key as IntegrationsKey) : undefined;
}

/** Whether the server took a request. */
export function isAccepted(status: number): boolean {
  return status >= 200 && status < 300;
}

/** A body as one reads it: JSON with its lines, anything else and what was cut off as it came. */
export function readable(excerpt: string): string {
  try {
    return JSON.stringify(JSON.parse(excerpt), null, 2);
  } catch {
    return excerpt;
  }
}
