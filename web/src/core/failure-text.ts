// Says in one sentence what happened and what to do. The server sends Chinese or English as asked,
// except for the contract's fixed texts, which it has in Chinese only; those are translated here.
import { asFailure } from '@/api/failure';
import { t } from '@/i18n';
import type { ShellKey } from '@/i18n/zh';
import { language } from './i18n';

/** The texts that have no English on the server, by their slugs. */
const CHINESE_ONLY: Readonly<Record<string, ShellKey>> = {
  no_login: 'failure.session',
  login_expired: 'failure.session',
  no_permission: 'failure.forbidden',
  account_disabled: 'failure.disabled',
  wrong_credentials: 'failure.credentials',
  login_missing: 'failure.missing_credentials',
  not_listed: 'failure.not_listed',
  net_name_taken: 'failure.net_name_taken',
  internal: 'failure.server',
};

const BY_STATUS: Readonly<Record<number, ShellKey>> = {
  0: 'failure.away',
  400: 'failure.invalid',
  401: 'failure.session',
  403: 'failure.forbidden',
  404: 'failure.missing',
  409: 'failure.conflict',
  503: 'failure.unavailable',
};

const COUNTED_IN_SECONDS = 90;

/** The text for a failure; `secondsLeft` overrides Retry-After while a countdown runs. */
export function failureText(cause: unknown, secondsLeft?: number): string {
  const failure = asFailure(cause);
  const ownText = failure.message && !['', 'rate_limited'].includes(failure.slug);
  if (failure.status === 429 && !ownText) {
    const n = secondsLeft ?? failure.retryAfter;
    if (n === null) return t('failure.limit_soon');
    // Nobody counts 654 seconds.
    return n > COUNTED_IN_SECONDS ? t('failure.limit_minutes', { n: Math.ceil(n / 60) }) : t('failure.limit', { n });
  }
  const fixed = CHINESE_ONLY[failure.slug];
  if (fixed && language.value === 'en') return t(fixed);
  if (failure.message) return failure.message;
  return t(BY_STATUS[failure.status] ?? 'failure.server');
}
