// The password rule as the server applies it.
import { expect, it } from 'vitest';
import { judgePassword } from './password';

const judge = (password: string) => judgePassword(password, ['张三', 'Xiaoming1', '260101']);

it.each([
  ['abc12345', true],
  ['abc1234', false],
  ['abcdefgh', false],
  ['12345678', false],
  ['密码密1', true],
  ['密码1', false],
  ['xiaoming1', false],
  [`a1${'x'.repeat(126)}`, true],
  [`a1${'x'.repeat(127)}`, false],
  ['', false],
])('judges %s: %s', (password, ok) => {
  expect(judge(password).ok).toBe(ok);
});

it('rates long and mixed higher than short and predictable', () => {
  expect(judge('abc12345').strength).toBe(0);
  expect(judge('horse7battery').strength).toBeGreaterThan(0);
  expect(judge('Horse7-battery!Staple').strength).toBe(3);
});
