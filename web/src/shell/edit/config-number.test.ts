// Typed numbers.
import { expect, it } from 'vitest';
import type { ConfigField } from '@/core/apps';
import { numberError, readNumber } from './config-number';

const field: ConfigField = { key: 'n', label: 'N', type: 'number', min: 1, max: 5 };

it('says what is wrong only after something was typed', () => {
  expect(numberError(field, undefined)).toBe('');
  expect(numberError(field, '3')).toBe('');
  expect(numberError(field, '')).toBe('请输入数字');
  expect(numberError(field, '9')).toBe('请输入 1–5 之间的数字');
  expect(numberError({ ...field, max: undefined }, '0')).toBe('不能小于 1');
  expect(readNumber(' ')).toBeNaN();
  expect(readNumber(' 2.5 ')).toBe(2.5);
});
