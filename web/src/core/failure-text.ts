// Says in one sentence what happened and what to do. The server sends Chinese or English as asked,
// except for the contract's fixed Chinese texts, which are translated here.
import { asFailure } from '@/api/failure';
import { t } from '@/i18n';
import type { ShellKey } from '@/i18n/zh';
import { language } from './i18n';

const CONTRACT: Readonly<Record<string, ShellKey>> = {
  未登录: 'failure.session',
  登录已过期: 'failure.session',
  无权限执行此操作: 'failure.forbidden',
  该账号已被禁用: 'failure.disabled',
  账号或密码错误: 'failure.credentials',
  请输入账号和密码: 'failure.missing_credentials',
  该姓名不在预注册名单中: 'failure.not_listed',
  该网名已被使用: 'failure.net_name_taken',
  服务器内部错误: 'failure.server',
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

/** The text for a failure; `secondsLeft` overrides Retry-After while a countdown runs. */
export function failureText(cause: unknown, secondsLeft?: number): string {
  const failure = asFailure(cause);
  if (failure.status === 429) {
    const n = secondsLeft ?? failure.retryAfter;
    return n === null ? t('failure.limit_soon') : t('failure.limit', { n });
  }
  const fixed = CONTRACT[failure.message];
  if (fixed && language.value === 'en') return t(fixed);
  if (failure.message) return failure.message;
  return t(BY_STATUS[failure.status] ?? 'failure.server');
}
