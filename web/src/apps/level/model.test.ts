// Progress, bonus and icons of levels.
import { expect, it } from 'vitest';
import type { LevelInfo } from '@/api/types';
import { actionKey, ACTIONS_IN_ORDER, iconOf, nextBonus, progressShare } from './model';

const info = (streak: number, percentage = 40, needed = 50) =>
  ({
    streak,
    exp_progress: { current: 20, needed, percentage },
    streak_bonuses: [
      { days: 3, exp: 5 },
      { days: 7, exp: 10 },
    ],
  }) as LevelInfo;

it('tells the share of the way, full on the last level', () => {
  expect(progressShare(info(0))).toBe(0.4);
  expect(progressShare(info(0, 0, 0))).toBe(1);
  expect(progressShare(info(0, 140))).toBe(1);
});

it('tells the next bonus until there is none', () => {
  expect(nextBonus(info(0))).toEqual({ days: 3, left: 3, exp: 5 });
  expect(nextBonus(info(3))).toEqual({ days: 7, left: 4, exp: 10 });
  expect(nextBonus(info(7))).toBeNull();
});

it('has a picture for any level and no name for unknown actions', () => {
  expect(iconOf(6)).toBe('/resources/builtin/levels/lv6.svg');
  expect(iconOf(99)).toBe('/resources/builtin/levels/lv6.svg');
  expect(actionKey('daily_login')).toBe('action.daily_login');
  expect(actionKey('bribe')).toBeNull();
  expect(ACTIONS_IN_ORDER[0]).toBe('daily_login');
});
