// Words and numbers around levels that need no server.
import type { LevelInfo } from '@/api/types';
import type { LevelKey } from './i18n/zh';

const ACTIONS: Readonly<Record<string, LevelKey>> = {
  daily_login: 'action.daily_login',
  send_message: 'action.send_message',
  create_post: 'action.create_post',
  share_post: 'action.share_post',
  add_comment: 'action.add_comment',
  receive_like: 'action.receive_like',
};

/** In the order in which people should read them. */
export const ACTIONS_IN_ORDER: readonly string[] = Object.keys(ACTIONS);

/** The name of an action; null for one that a newer server has and this page does not know. */
export function actionKey(action: string): LevelKey | null {
  return ACTIONS[action] ?? null;
}

/** The picture of a level; the server draws Lv0 to Lv6. */
export function iconOf(level: number): string {
  return `/resources/builtin/levels/lv${Math.max(0, Math.min(Math.floor(level), 6))}.svg`;
}

/** How much of the way to the next level is done, 0 to 1. */
export function progressShare(info: LevelInfo): number {
  const { percentage, needed } = info.exp_progress;
  if (needed <= 0) return 1;
  return Math.max(0, Math.min(percentage / 100, 1));
}

/** The next streak that earns more, null when the longest is reached. */
export function nextBonus(info: LevelInfo): { days: number; left: number; exp: number } | null {
  const next = info.streak_bonuses.find((bonus) => bonus.days > info.streak);
  return next ? { days: next.days, left: next.days - info.streak, exp: next.exp } : null;
}
