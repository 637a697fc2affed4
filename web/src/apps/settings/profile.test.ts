// Only what was changed is sent.
import { expect, it } from 'vitest';
import type { UserInfo } from '@/api/types';
import { changesOf, draftOf, genderKey, roleKey } from './profile';

const user = {
  user_id: '260101',
  net_name: '三石',
  real_name: '张三',
  gender: '男',
  is_admin: 0,
  is_class_admin: false,
  role: 'user',
  info: { signature: '天天向上' },
} as UserInfo;

it('fills all seven fields', () => {
  expect(draftOf(user)).toEqual({
    net_name: '三石', signature: '天天向上', birthday: '', phone: '', email: '', qq: '', wechat: '',
    address: '',
  });
});

it('sends nothing when nothing differs, and only what differs otherwise', () => {
  const draft = draftOf(user);
  expect(changesOf(user, draft)).toBeNull();
  expect(changesOf(user, { ...draft, qq: ' 123 ' })).toEqual({ info: { qq: '123' } });
  expect(changesOf(user, { ...draft, signature: '', net_name: '石' })).toEqual({
    net_name: '石', info: { signature: '' },
  });
});

it('knows roles and both spellings of gender', () => {
  expect(roleKey({ ...user, is_admin: 1 })).toBe('role.admin');
  expect(roleKey({ ...user, role: 'officer' })).toBe('role.officer');
  expect([genderKey('male'), genderKey('女'), genderKey('')]).toEqual([
    'profile.male', 'profile.female', 'profile.unknown',
  ]);
});
