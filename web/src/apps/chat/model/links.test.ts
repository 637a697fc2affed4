// Rooms, reports and searches in links.
import { expect, it } from 'vitest';
import { messageOf, movedTo, pathOf, questionOf, roomOf, searchPath } from './links';

it('carries any words through a link', () => {
  for (const words of ['牛顿', '50% (a/b)!', "it's ~.*", ' ']) {
    expect(searchPath(words)).toMatch(/^[\w/%-]+$/);
    expect(questionOf(searchPath(words))).toBe(words);
  }
  expect(questionOf('search/%zz')).toBe('');
  expect(questionOf('public')).toBe('');
});

it('names a message beside its room', () => {
  const path = pathOf('private:260101:260102/17');
  expect([roomOf(path, '260101'), messageOf(path)]).toEqual(['private:260101:260102', 17]);
  expect(['public', 'private/260102', 'search/17', 'public/x'].map(messageOf)).toEqual([null, null, null, null]);
});

it('tells reports and searches from rooms', () => {
  expect(roomOf('reports/own', '260101')).toBe('');
  expect(roomOf('search/a', '260101')).toBe('');
  expect(['reports', 'reports/own', 'public'].map(movedTo)).toEqual([
    '#/app/admin/moderation',
    '#/app/settings/moderation',
    '',
  ]);
  expect(roomOf('private/260102', '260101')).toBe('private:260101:260102');
});
