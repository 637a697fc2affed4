// What answers have taken, as it is drawn.
import { describe, expect, it } from 'vitest';
import type { ManagedModel, UsageShare } from '../types';
import { barsOf, isNothing, marked, newestFirst, peakOf, ranked, shortDay, unpricedOf, valueOf } from './usage';

const share = (key: string, read: number, written: number, more: Partial<UsageShare> = {}): UsageShare => ({
  key,
  label: key,
  messages: 1,
  prompt_tokens: read,
  cached_tokens: 0,
  completion_tokens: written,
  cost: 0,
  ...more,
});

describe('the bars', () => {
  it('stand side by side, what was written upon what was read', () => {
    const bars = barsOf([share('a', 50, 25), share('b', 100, 0)], 'tokens', 100);
    expect(bars.map(({ key, part, y, height }) => [key, part, y, height])).toEqual([
      ['a', 0, 0.5, 0.5],
      ['a', 1, 0.25, 0.25],
      ['b', 0, 0, 1],
    ]);
    expect(bars.map(({ x, width }) => x + width <= 1)).toEqual([true, true, true]);
    expect(bars[2]?.x).toBeGreaterThan(0.5);
  });

  it('leave out nothing that is there, and stay in the drawing', () => {
    const [little, none] = [share('a', 0, 0, { cost: 0.0001 }), share('b', 0, 0)];
    const bars = barsOf([little, none, share('c', 0, 0, { cost: 100 })], 'cost', 100);
    expect(bars.map(({ key }) => key)).toEqual(['a', 'c']);
    expect(bars[0]?.height).toBeGreaterThan(0.01);
    const full = barsOf([share('a', 10_000, 1)], 'tokens', 10_001);
    expect(full.every(({ y, height }) => y >= 0 && y + height <= 1)).toBe(true);
  });
});

it('names a few days, the last one always', () => {
  expect(marked(7)).toEqual([0, 2, 4, 6]);
  expect(marked(30)).toEqual([1, 8, 15, 22, 29]);
  expect(marked(90)).toEqual([5, 33, 61, 89]);
  expect(marked(366)[marked(366).length - 1]).toBe(365);
  expect([shortDay('2026-11-05', 'zh'), shortDay('2026-11-05', 'en')]).toEqual(['11/5', '5 Nov']);
});

it('finds the day with the most, and the largest first', () => {
  const days = [share('a', 1, 1), share('b', 5, 1, { messages: 0 }), share('c', 1, 1)];
  expect([peakOf(days, 'tokens')?.key, peakOf(days, 'messages')?.key, peakOf(days, 'cost')]).toEqual([
    'b',
    'a',
    undefined,
  ]);
  expect(ranked(days, 'tokens').map(({ key }) => key)).toEqual(['b', 'a', 'c']);
  expect(newestFirst(days).map(({ key }) => key)).toEqual(['c', 'b', 'a']);
});

it('tells whether anything was used', () => {
  expect(isNothing(share('a', 0, 0, { messages: 0 }))).toBe(true);
  expect(isNothing(share('a', 3, 0, { messages: 0 }))).toBe(false);
  expect(valueOf(share('a', 3, 4), 'tokens')).toBe(7);
});

it('does not know what models without a price have cost', () => {
  const shares = [
    share('a', 1, 1),
    share('free', 1, 1),
    share('little', 1, 1),
    share('b', 1, 1, { cost: 1 }),
    share('c', 0, 0),
  ];
  const model = (id: string, more: Partial<ManagedModel>) =>
    ({ id, is_free: false, input_price: 0, cached_price: 0, output_price: 0, ...more }) as ManagedModel;
  const models = [model('a', {}), model('free', { is_free: true }), model('little', { input_price: 0.1 })];
  expect([...unpricedOf(shares, models)]).toEqual(['a']);
});
