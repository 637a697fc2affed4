// Links of the app.
import { expect, it } from 'vitest';
import { excerptOf } from './excerpt';
import { wrapped } from './marks';
import { listPath, placeOf } from './places';
import { moved } from './questions';

it.each([
  ['', { kind: 'feed' }],
  ['12', { kind: 'post', id: 12, comment: null }],
  ['12-34', { kind: 'post', id: 12, comment: 34 }],
  ['new', { kind: 'new' }],
  ['edit/7', { kind: 'edit', id: 7 }],
  ['user/260101', { kind: 'profile', user: '260101' }],
  ['what/ever', { kind: 'feed' }],
  ['search/%', { kind: 'search', words: '' }],
])('understands %s', (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

it('brings words into a link and out of it again', () => {
  const path = listPath('search', '运动会 (1)');
  expect(path).toMatch(/^search\/[\w%-]+$/);
  expect(placeOf(path)).toEqual({ kind: 'search', words: '运动会 (1)' });
});

it('shows the beginning of a post without marks', () => {
  expect(excerptOf('# 标题\n\n**重点** 内容')).toBe('标题 重点 内容');
  expect(excerptOf('字'.repeat(9), 5)).toBe('字字字字字…');
});

it('puts marks around a selection and before lines', () => {
  expect(wrapped('你好吗', 0, 2, 'bold')).toEqual({ text: '**你好**吗', start: 2, end: 4 });
  expect(wrapped('一\n二', 0, 3, 'list')).toEqual({ text: '- 一\n- 二', start: 2, end: 7 });
});

it('moves entries of a list, and none beyond its ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});
