import { expect, it } from 'vitest';
import { leftOf } from './budget';

const budget = (messages: number | null, used: number, tokens: number | null = null, tokensUsed = 0) => ({
  messages,
  messages_used: used,
  tokens,
  tokens_used: tokensUsed,
});

it('says nothing where nothing is limited', () => {
  expect([leftOf(null), leftOf(undefined), leftOf(budget(null, 7))]).toEqual([null, null, null]);
});

it('is low from a fifth on, and spent at its end, also where more was used', () => {
  const levels = [0, 15, 16, 19, 20, 23].map((used) => leftOf(budget(20, used))?.level);
  expect(levels).toEqual(['plenty', 'plenty', 'low', 'low', 'spent', 'spent']);
  expect(leftOf(budget(20, 23))?.left).toBe(0);
  expect(leftOf(budget(3, 2))?.level).toBe('low');
  expect(leftOf(budget(1, 0))?.level).toBe('low');
});

it('tells of the limit that ends first', () => {
  expect(leftOf(budget(20, 5, 1000, 600))).toEqual({ unit: 'tokens', left: 400, level: 'plenty' });
  expect(leftOf(budget(20, 18, 1000, 600))).toEqual({ unit: 'messages', left: 2, level: 'low' });
  expect(leftOf(budget(20, 5, 1000, 1200))).toEqual({ unit: 'tokens', left: 0, level: 'spent' });
});
