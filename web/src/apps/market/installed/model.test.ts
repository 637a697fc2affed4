// What is installed.
import { expect, it } from 'vitest';
import { isLower } from './model';

it('compares versions by their numbers', () => {
  expect(isLower('1.9.0', '1.10.0')).toBe(true);
  expect(isLower('2.0', '1.10.0')).toBe(false);
  expect(isLower('1.0.0', '1.0.0')).toBe(false);
  expect(isLower('1.0.0-beta', '1.0.0')).toBe(true);
  expect(isLower('1.0.0', '1.0.0-beta')).toBe(false);
  expect(isLower('1.0.0-alpha', '1.0.0-beta')).toBe(true);
});
