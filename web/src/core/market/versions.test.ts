// What is installed.
import { expect, it } from 'vitest';
import { isLower } from './versions';

it('compares versions by their numbers', () => {
  expect(isLower('1.9.0', '1.10.0')).toBe(true);
  expect(isLower('2.0', '1.10.0')).toBe(false);
  expect(isLower('1.0.0', '1.0.0')).toBe(false);
  expect(isLower('v1.2', '1.2.1')).toBe(true);
});

it('compares them by nothing else, as the server does', () => {
  for (const [one, other] of [
    ['1.0.0-beta', '1.0.0'],
    ['1.0.0-alpha', '1.0.0-beta'],
    ['1.0.0+build', '1.0.0'],
    ['x.2', '0.2.0'],
    ['', '0.0.0'],
  ] as const) {
    expect([isLower(one, other), isLower(other, one)], `${one} and ${other}`).toEqual([false, false]);
  }
  expect(isLower('1.2.3-beta', '1.2.4-alpha')).toBe(true);
});
