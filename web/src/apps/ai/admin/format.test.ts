// Amounts in words.
import { expect, it } from 'vitest';
import { percent, whole, yuan } from './format';

it('groups the digits of large numbers', () => expect(whole(1_234_567)).toBe('1,234,567'));

it('shows small costs too', () => {
  expect([0, 0.00001, 0.0123, 0.5, 3, 1234.567].map(yuan)).toEqual([
    '¥0',
    '<¥0.0001',
    '¥0.0123',
    '¥0.5',
    '¥3.00',
    '¥1,234.57',
  ]);
});

it('makes no share of nothing', () => {
  expect([percent(1, 3), percent(0, 0), percent(5, 5)]).toEqual(['33%', '0%', '100%']);
});
