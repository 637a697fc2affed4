// What is typed to disable somebody.
import { expect, it } from 'vitest';
import { parseBan } from './ban-words';

it('reads a name and a time', () => {
  expect(parseBan('禁用 李梓涵 1 小时')).toEqual({ name: '李梓涵', end: 'hour' });
  expect(parseBan('禁用 李梓涵')).toEqual({ name: '李梓涵', end: 'hour' });
  expect(parseBan('封禁 李梓涵 三天')).toEqual({ name: '李梓涵', end: 'three_days' });
  expect(parseBan('disable 240102 7 days')).toEqual({ name: '240102', end: 'week' });
  expect(parseBan('禁用 李梓涵 永久')).toEqual({ name: '李梓涵', end: 'never' });
});

it('takes nothing else for an order', () => {
  for (const words of ['禁用', '禁用聊天', '李梓涵 1 小时', '禁用 李梓涵 五分钟', '', 'band practice'])
    expect(parseBan(words), words).toBeNull();
});
