// Which greeting fits an hour of the day.

export type Greeting = 'night' | 'morning' | 'forenoon' | 'noon' | 'afternoon' | 'evening';

/** The greeting for an hour from 0 to 23. */
export function greetingAt(hour: number): Greeting {
  if (hour < 5 || hour >= 23) return 'night';
  if (hour < 9) return 'morning';
  if (hour < 12) return 'forenoon';
  if (hour < 14) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
