// The counts of questions as they are shown, pure.
import type { components } from '@/api/generated/schema';

type Schemas = components['schemas'];

export type Safety = Schemas['AiSafety'];
type Category = Schemas['AiSafetyCategory'];

/** How many questions a category has, and how long its bar is, from 0 to 1. */
export interface CategoryRow {
  category: Category;
  count: number;
  share: number;
}

/** Every category in the order of the server; the bar of the largest is full. */
export function rowsOf({ total }: Safety): CategoryRow[] {
  const top = Math.max(1, ...total.map(({ count }) => count));
  return total.map(({ category, count }) => ({ category, count, share: count / top }));
}

/** The days with questions, the newest first, each with what was counted. */
export function daysOf({ days }: Safety): { day: string; counts: { category: Category; count: number }[] }[] {
  const byDay = new Map<string, { category: Category; count: number }[]>();
  for (const { day, category, count } of days) byDay.set(day, [...(byDay.get(day) ?? []), { category, count }]);
  return [...byDay].map(([day, counts]) => ({ day, counts })).sort((a, b) => (a.day < b.day ? 1 : -1));
}
