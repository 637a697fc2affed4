// The same table as the server's, row by row: who sees a button for whom.
import { expect, it } from 'vitest';
import { isAtLeast, may, mayManage, tierOf, type Standing } from './rights';

function member(user_id: string, more: Partial<Standing> = {}): Standing {
  return {
    user_id,
    is_admin: 0,
    is_class_admin: user_id.endsWith('00'),
    role: 'user',
    officer_permissions: '[]',
    ...more,
  };
}

const officer = (id: string, ...permissions: string[]): Standing =>
  member(id, { role: 'officer', officer_permissions: JSON.stringify(permissions) });
const admin = member('240101', { is_admin: 1, role: 'admin' });
const classAdmin = member('240100', { role: 'admin' });
const pupil = member('240103');

it('tells the tiers apart', () => {
  expect([admin, classAdmin, officer('240102'), pupil].map(tierOf)).toEqual([
    'admin',
    'class_admin',
    'officer',
    'user',
  ]);
  expect(isAtLeast(null, 'user')).toBe(false);
});

it('lets officers do what they were given and admins everything', () => {
  const helper = officer('240102', 'manage_users');
  expect([may(helper, 'manage_users'), may(helper, 'manage_officers')]).toEqual([true, false]);
  expect([may(classAdmin, 'manage_officers'), may(admin, 'manage_posts'), may(pupil, 'manage_users')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(may(member('240104', { role: 'officer', officer_permissions: 'broken' }), 'manage_users')).toBe(false);
  // What is left of an office that was taken away gives nothing.
  expect(may(member('240104', { officer_permissions: '["manage_users"]' }), 'manage_users')).toBe(false);
});

it('keeps everybody to lower tiers of the own class, and off themselves', () => {
  const helper = officer('240102', 'manage_users');
  const over = (me: Standing | null, target: Standing): boolean => mayManage(me, target, 'manage_users');
  expect(over(helper, pupil)).toBe(true);
  expect(over(helper, officer('240105'))).toBe(false);
  expect(over(helper, member('240203'))).toBe(false);
  expect(over(classAdmin, helper)).toBe(true);
  expect(over(classAdmin, member('240203'))).toBe(false);
  expect(over(classAdmin, admin)).toBe(false);
  expect(over(admin, member('240200'))).toBe(true);
  expect(over(admin, admin)).toBe(false);
  expect(over(officer('240102', 'manage_posts'), pupil)).toBe(false);
  expect(over(null, pupil)).toBe(false);
});
