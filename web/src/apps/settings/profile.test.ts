// Only what was changed is sent.
import { expect, it } from 'vitest';
import type { UserInfo } from '@/api/types';
import { changesOf, draftOf, genderKey, roleKey, refusesNetName } from './profile';

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
    net_name: '三石',
    signature: '天天向上',
    birthday: '',
    phone: '',
    email: '',
    qq: '',
    wechat: '',
    address: '',
  });
});

it('sends nothing when nothing differs, and only what differs otherwise', () => {
  const draft = draftOf(user);
  expect(changesOf(user, draft)).toBeNull();
  expect(changesOf(user, { ...draft, qq: ' 123 ' })).toEqual({ info: { qq: '123' } });
  expect(changesOf(user, { ...draft, signature: '', net_name: '石' })).toEqual({
    net_name: '石',
    info: { signature: '' },
  });
});

it('knows roles and both spellings of gender', () => {
  expect(roleKey({ ...user, is_admin: 1 })).toBe('role.admin');
  expect(roleKey({ ...user, role: 'officer' })).toBe('role.officer');
  expect([genderKey('male'), genderKey('女'), genderKey('')]).toEqual([
    'profile.male',
    'profile.female',
    'profile.unknown',
  ]);
});

it('knows a refusal of the net name from other refusals, in both languages', () => {
  const refused = (status: number, message: string) => refusesNetName({ status, message });
  expect(refused(409, '该网名容易被误认为系统或管理员，请换一个')).toBe(true);
  expect(refused(400, 'A net name has 1–20 visible characters')).toBe(true);
  expect(refused(400, '邮箱格式不正确')).toBe(false);
  expect(refused(429, '')).toBe(false);
});
