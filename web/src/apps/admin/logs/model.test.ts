// A row of the log in words.
import { expect, it } from 'vitest';
import { t } from './i18n';
import { actionText, detailParts } from './model';

it('names acts, and shows unknown ones as they stand', () => {
  expect(actionText('disable_user', t)).toBe('禁用成员');
  expect(actionText('bot:flush', t)).toBe('bot:flush');
});

it('puts details into words', () => {
  const detail = '{"affected":41,"class":"","user_ids":"all","exclude":["240101"],"ban_expires_at":null,"x":{"y":1}}';
  expect(detailParts(detail, t)).toEqual([
    { key: '人数', value: '41' },
    { key: '成员', value: '全部' },
    { key: '除外', value: '240101' },
    { key: 'x', value: '{"y":1}' },
  ]);
});

it('puts codes that it knows into words', () => {
  expect(
    detailParts('{"type":"homework","priority":"urgent","role":"officers","fields":["net_name"]}', t).map(
      ({ value }) => value,
    ),
  ).toEqual(['作业', '紧急', '班干部和管理员', 'net_name']);
});

it('counts long lists of members and hides nothing else', () => {
  const ids = ['240101', '240102', '240103', '240104'];
  expect(detailParts(JSON.stringify({ user_ids: ids }), t)).toEqual([{ key: '成员', value: '4 人' }]);
  expect(detailParts('{broken', t)).toEqual([{ key: '', value: '{broken' }]);
  expect(detailParts('', t)).toEqual([]);
});

it('takes better words for codes where somebody knows one', () => {
  const word = (value: string): string => (value === 'manage_users' ? '管理成员' : value);
  expect(detailParts('{"permissions":["manage_users","x"]}', t, word)).toEqual([{ key: '权限', value: '管理成员, x' }]);
});
