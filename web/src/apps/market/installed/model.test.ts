// What is installed, and who gets buttons to change it.
import { expect, it } from 'vitest';
import type { Standing } from '@/core/admin/rights';
import { isLower, mayChange } from './model';

const member = (user_id: string, more: Partial<Standing> = {}): Standing => ({
  user_id,
  is_admin: 0,
  is_class_admin: false,
  role: 'officer',
  officer_permissions: '["manage_app_control"]',
  ...more,
});

it('leaves what one class has installed to that class and to admins of all', () => {
  const own = { installedFor: '02' };
  expect(mayChange(own, member('260203'))).toBe(true);
  expect(mayChange(own, member('260103'))).toBe(false);
  expect(mayChange(own, member('260101', { is_admin: 1 }))).toBe(true);
  expect(mayChange(own, null)).toBe(false);
  expect(mayChange({ installedFor: null }, member('260103'))).toBe(true);
});

it('compares versions by their numbers', () => {
  expect(isLower('1.9.0', '1.10.0')).toBe(true);
  expect(isLower('2.0', '1.10.0')).toBe(false);
  expect(isLower('1.0.0', '1.0.0')).toBe(false);
  expect(isLower('1.0.0-beta', '1.0.0')).toBe(true);
  expect(isLower('1.0.0', '1.0.0-beta')).toBe(false);
  expect(isLower('1.0.0-alpha', '1.0.0-beta')).toBe(true);
});
