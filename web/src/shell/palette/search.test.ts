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
