// A row of the log in words.
import { expect, it } from 'vitest';
import { t } from './i18n';
import { detailParts } from './model';

const FIELDS: Record<string, string> = { affected: '人数', user_ids: '成员', exclude: '除外' };
const VALUES: Record<string, string> = { 'type homework': '作业', 'priority urgent': '紧急' };
const words = {
  field: (name: string): string => FIELDS[name] ?? name,
  value: (field: string, value: string): string => VALUES[`${field} ${value}`] ?? value,
};

it('puts details into words', () => {
  const detail = '{"affected":41,"class":"","user_ids":"all","exclude":["240101"],"ban_expires_at":null,"x":{"y":1}}';
  expect(detailParts(detail, t, words)).toEqual([
    { key: '人数', value: '41' },
    { key: '成员', value: '全部' },
    { key: '除外', value: '240101' },
    { key: 'x', value: '{"y":1}' },
  ]);
});

it('asks for the word of a code by its field', () => {
  const detail = '{"type":"homework","priority":["urgent","x"],"fields":["homework"]}';
  expect(detailParts(detail, t, words).map(({ value }) => value)).toEqual(['作业', '紧急, x', 'homework']);
});

it('counts long lists of members and hides nothing else', () => {
  const ids = ['240101', '240102', '240103', '240104'];
  expect(detailParts(JSON.stringify({ user_ids: ids }), t, words)).toEqual([{ key: '成员', value: '4 人' }]);
  expect(detailParts('{broken', t, words)).toEqual([{ key: '', value: '{broken' }]);
  expect(detailParts('', t, words)).toEqual([]);
});
