// Which apps the dock shows: pinned ones in their order, those that are away keep their place.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { registerApp, setDisabledApps, unregisterApp } from './apps';
import { smallScreen } from './device';
import { dockApps, pinned } from './dock';
import { movePinned, togglePinned } from './dock-changes';
import { changeLayout, closeLayout, layout } from './layout/store';
import { installed, registerInstalled } from './market/installed';
import { appNamed } from './market/testing';

const App = async () => ({ default: {} });

beforeEach(() => {
  localStorage.clear();
  ['a', 'b', 'c'].forEach((name, order) => registerApp({ name, title: name, App, order }));
});
afterEach(() => {
  setDisabledApps([]);
  closeLayout();
});

it('pins the first apps by order until somebody chooses, then what was chosen', () => {
  expect(pinned.value).toEqual(['a', 'b', 'c']);
  togglePinned('b');
  expect(pinned.value).toEqual(['a', 'c']);
  togglePinned('b');
  expect(pinned.value).toEqual(['a', 'c', 'b']);
});

it('moves a pinned app, and not beyond the ends', () => {
  movePinned('c', -1);
  expect(pinned.value).toEqual(['a', 'c', 'b']);
  movePinned('a', -1);
  movePinned('b', 1);
  movePinned('unknown', 1);
  expect(pinned.value).toEqual(['a', 'c', 'b']);
});

it('shows five on a phone, keeps the others, and puts a new one into the last place', () => {
  ['d', 'e', 'f', 'g'].forEach((name, order) => registerApp({ name, title: name, App, order: 10 + order }));
  changeLayout((document) => ({ ...document, dock: ['a', 'b', 'c', 'd', 'e', 'f'] }));
  smallScreen.value = true;
  expect(pinned.value).toEqual(['a', 'b', 'c', 'd', 'e']);
  togglePinned('g');
  expect(pinned.value).toEqual(['a', 'b', 'c', 'd', 'g']);
  smallScreen.value = false;
  expect(pinned.value).toEqual(['a', 'b', 'c', 'd', 'g', 'e', 'f']);
  ['d', 'e', 'f', 'g'].forEach((name) => unregisterApp(name));
  changeLayout((document) => ({ ...document, dock: undefined }));
});

it('shows open apps behind the pinned ones', () => {
  togglePinned('a');
  expect(dockApps(['a', 'c']).map(({ name }) => name)).toEqual(['b', 'c', 'a']);
});

it('keeps the place of an app that is switched off, and knows no app twice', () => {
  changeLayout((document) => ({ ...document, dock: ['c', 'b', 'c', 'a'] }));
  setDisabledApps(['b']);
  expect(pinned.value).toEqual(['c', 'a']);
  movePinned('a', -1);
  expect(layout.value.dock).toEqual(['a', 'c', 'b']);
  setDisabledApps([]);
  expect(pinned.value).toEqual(['a', 'c', 'b']);
});

it('pins installed apps behind those of the portal, whatever their order', () => {
  closeLayout();
  localStorage.clear();
  changeLayout((document) => ({ ...document, dock: undefined }));
  registerInstalled(appNamed('chess', { order: 1 }));
  expect(pinned.value).toEqual(['a', 'b', 'c', 'chess']);
  installed.delete('chess');
  unregisterApp('chess');
});
