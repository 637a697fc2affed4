// How much of the day's budget is left; pure.
import type { Budget } from '../types';

export type BudgetLevel = 'plenty' | 'low' | 'spent';

/** What is left of the limit that ends first. */
export interface BudgetLeft {
  unit: 'messages' | 'tokens';
  left: number;
  level: BudgetLevel;
}

/** From this share of a limit on little is left; the last answer is little of any number. */
const LOW_SHARE = 0.2;
const LOW_LEAST = { messages: 1, tokens: 0 } as const;

/** Null where nothing is limited. */
export function leftOf(budget: Budget | null | undefined): BudgetLeft | null {
  if (!budget) return null;
  const limits = [
    { unit: 'messages' as const, limit: budget.messages ?? null, used: budget.messages_used },
    { unit: 'tokens' as const, limit: budget.tokens ?? null, used: budget.tokens_used },
  ];
  const rests = limits.flatMap(({ unit, limit, used }) => {
    if (limit === null) return [];
    const left = Math.max(0, limit - used);
    const isLow = left <= Math.max(limit * LOW_SHARE, LOW_LEAST[unit]);
    const level: BudgetLevel = left === 0 ? 'spent' : isLow ? 'low' : 'plenty';
    return [{ unit, left, level, share: left / limit }];
  });
  const [first] = rests.sort((a, b) => a.share - b.share);
  return first ? { unit: first.unit, left: first.left, level: first.level } : null;
}
