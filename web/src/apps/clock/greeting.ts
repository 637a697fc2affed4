// Which greeting fits an hour of the day.
import type { ClockKey } from './i18n/zh';

/** The greeting for an hour from 0 to 23. */
export function greetingAt(hour: number): ClockKey {
  if (hour < 5 || hour >= 23) return 'night';
  if (hour < 9) return 'morning';
  if (hour < 12) return 'forenoon';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
