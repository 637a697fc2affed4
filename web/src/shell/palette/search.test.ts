// Finding in the palette.
import { expect, it } from 'vitest';
import { find } from './search';

const entries = [
  { id: '1', title: '倒计时', kind: '应用', keywords: 'countdown djs' },
  { id: '2', title: '设置', kind: '应用', keywords: 'settings sz' },
  { id: '3', title: '外观、壁纸和颜色', kind: '设置', keywords: 'bizhi bz' },
  { id: '4', title: 'Countdown settings', kind: 'x' },
];
const ids = (query: string) => find(entries, query).map((entry) => entry.id);

it('offers everything for nothing', () => {
  expect(ids(' ')).toEqual(['1', '2', '3', '4']);
});

it('ranks titles before kinds and keywords', () => {
  expect(ids('设置')).toEqual(['2', '3']);
  expect(ids('count')).toEqual(['4', '1']);
  expect(ids('BZ')).toEqual(['3']);
});

it('wants every word, whatever its width or case', () => {
  expect(ids('Ｃount set')).toEqual(['4']);
  expect(ids('count 没有')).toEqual([]);
});

const people = [
  { id: 'p1', title: '陈思远', kind: '小陈', names: ['陈思远', '小陈'] },
  { id: 'p2', title: '单明', kind: '明', names: ['单明', '明'] },
  { id: 'a1', title: '课程表', kind: '应用', keywords: 'chengji' },
];
const found = (query: string) => find(people, query).map((entry) => entry.id);

it('finds people by pinyin, before things that have the letters among their keywords', () => {
  expect(found('chensy')).toEqual(['p1']);
  expect(found('xc')).toEqual(['p1']);
  expect(found('chen')).toEqual(['p1', 'a1']);
  expect(found('shan m')).toEqual(['p2']);
});

it('offers what was used last first', () => {
  expect(find(entries, '', ['3', 'gone', '2']).map((entry) => entry.id)).toEqual(['3', '2', '1', '4']);
});
