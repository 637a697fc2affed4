// Folders of the drawer: pure changes that lose nothing.
import { expect, it } from 'vitest';
import { drawerItems, joined, readFolders, renamed, takenOut } from './folders';
import type { LayoutDocument } from './layout/document';

const apps = ['chat', 'notes', 'level', 'settings'].map((name) => ({ name }));
const empty: LayoutDocument = { pages: [], other: 1 };
const inside = (document: LayoutDocument) => readFolders(document).map((folder) => folder.apps);
const shown = (document: LayoutDocument) =>
  drawerItems(apps, readFolders(document)).map((item) => item.app?.name ?? item.folder?.apps.join('+'));

it('makes a folder of two apps, adds to it and shows it where its first app stood', () => {
  const two = joined(empty, 'level', { app: 'notes' }, '文件夹');
  expect(inside(two)).toEqual([['notes', 'level']]);
  expect(shown(two)).toEqual(['chat', 'notes+level', 'settings']);
  const three = joined(two, 'settings', { app: 'notes' }, 'x');
  expect(inside(three)).toEqual([['notes', 'level', 'settings']]);
  expect(three.other).toBe(1);
  expect(joined(empty, 'chat', { app: 'chat' }, 'x')).toBe(empty);
});

it('dissolves a folder when one app is left, also when the other moved to another folder', () => {
  const two = joined(empty, 'level', { app: 'notes' }, 'a');
  expect(inside(takenOut(two, 'level'))).toEqual([]);
  const both = joined(two, 'chat', { app: 'settings' }, 'b');
  const id = readFolders(both)[1]?.id ?? '';
  expect(inside(joined(both, 'notes', { folder: id }, 'c'))).toEqual([['settings', 'chat', 'notes']]);
  expect(takenOut(empty, 'level')).toBe(empty);
});

it('keeps what it does not understand, and names within bounds', () => {
  const odd = {
    ...empty,
    folders: [7, { id: 'f', name: 'a', apps: ['chat', 'gone'], colour: 1 }],
  } as unknown as LayoutDocument;
  expect(shown(odd)).toEqual(['chat+gone', 'notes', 'level', 'settings']);
  const other = renamed(odd, 'f', '  学习  ');
  expect(other.folders).toEqual([7, { id: 'f', name: '学习', apps: ['chat', 'gone'], colour: 1 }]);
  expect(renamed(odd, 'f', ' ')).toBe(odd);
  expect(readFolders(renamed(odd, 'f', 'x'.repeat(50)))[0]?.name.length).toBe(20);
});
