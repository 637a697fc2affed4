// Order, focus and wanted rectangles of windows.
import { beforeEach, expect, it } from 'vitest';
import { registerApp, unregisterApp } from '@/core/apps';
import { appOfHash } from './deeplink';
import * as placement from './placement';
import { shownRect } from './shown-rect';
import * as store from './store';

const App = async () => ({ default: {} });
const title = { zh: '甲', en: 'A' };
['one', 'two', 'three'].forEach((name) => registerApp({ name, title, App }));
registerApp({ name: 'widget-only', title });

beforeEach(() => {
  localStorage.clear();
  store.closeAll();
  store.workArea.value = { x: 0, y: 52, width: 1366, height: 600 };
});

const order = (): string[] => store.windows.value.map((entry) => entry.app);

it('opens each app once and raises it when asked again', () => {
  store.openApp('one');
  store.openApp('two');
  store.openApp('one');
  expect(order()).toEqual(['two', 'one']);
  expect(store.frontApp.value).toBe('one');
});

it('refuses names it does not know and apps without a window', () => {
  expect(store.openApp('nothing')).toBe(false);
  expect(store.openApp('widget-only')).toBe(false);
  expect(order()).toEqual([]);
});

it('hides the front window on a second click in the dock, and shows it again', () => {
  store.toggleApp('one');
  store.toggleApp('one');
  expect(store.frontApp.value).toBe('');
  store.toggleApp('one');
  expect(store.frontApp.value).toBe('one');
  expect(order()).toEqual(['one']);
});

it('cycles through what is not minimised', () => {
  ['one', 'two', 'three'].forEach(store.openApp);
  store.minimize('two');
  store.cycleWindows();
  expect(store.frontApp.value).toBe('one');
  store.cycleWindows();
  expect(store.frontApp.value).toBe('three');
});

it('keeps the wanted rectangle while the browser is narrow', () => {
  store.openApp('one');
  const [entry] = store.windows.value;
  if (!entry) throw new Error('no window');
  const before = { ...shownRect(entry) };
  store.workArea.value = { x: 0, y: 52, width: 500, height: 300 };
  expect(shownRect(entry).width).toBe(500);
  store.workArea.value = { x: 0, y: 52, width: 1366, height: 600 };
  expect(shownRect(entry)).toEqual(before);
});

it('takes a window whole into a smaller browser, and puts it back in a larger one', () => {
  store.openApp('one');
  const [entry] = store.windows.value;
  if (!entry) throw new Error('no window');
  const outside = { x: 1000, y: 90, width: 560, height: 480 };
  placement.moveTo('one', outside);
  expect(shownRect(entry)).toEqual(outside);
  store.workArea.value = { x: 0, y: 52, width: 800, height: 430 };
  expect(shownRect(entry)).toEqual({ x: 240, y: 52, width: 560, height: 430 });
  // A banner takes height alone: a window half outside stays where it was put.
  store.workArea.value = { x: 0, y: 96, width: 1366, height: 556 };
  expect(shownRect(entry)).toEqual({ ...outside, y: 96 });
  store.workArea.value = { x: 0, y: 52, width: 1366, height: 600 };
  expect(shownRect(entry)).toEqual(outside);
});

it('opens whole at a place remembered from a larger browser', () => {
  store.openApp('one');
  placement.moveTo('one', { x: 900, y: 90, width: 400, height: 300 });
  placement.rememberRect('one');
  store.closeApp('one');
  store.workArea.value = { x: 0, y: 52, width: 800, height: 430 };
  store.openApp('one');
  const [entry] = store.windows.value;
  expect(entry && shownRect(entry)).toEqual({ x: 400, y: 90, width: 400, height: 300 });
});

it('opens at the remembered place on this device', () => {
  store.openApp('one');
  placement.moveTo('one', { x: 40, y: 90, width: 400, height: 300 });
  placement.rememberRect('one');
  store.closeApp('one');
  store.openApp('one');
  expect(store.windows.value[0]?.wanted).toEqual({ x: 40, y: 90, width: 400, height: 300 });
});

it('reads app names from the hash', () => {
  expect(appOfHash('#/app/countdown')).toBe('countdown');
  expect(appOfHash('#/app/../x')).toBe('');
  expect(appOfHash('#/register')).toBe('');
  expect(appOfHash('#/app/settings/appearance')).toBe('settings');
});

it('leaves an app that is switched off, and brings it back as it was left', () => {
  store.openApp('one');
  store.openApp('two');
  store.leaveApp('two');
  expect(store.frontApp.value).toBe('one');
  expect(store.openApp('two')).toBe(false);
  store.cycleWindows();
  expect(store.frontApp.value).toBe('one');
  store.leaveApp('two', true);
  expect(store.frontApp.value).toBe('one');
  expect(store.openApp('two')).toBe(true);
  expect(order()).toEqual(['one', 'two']);
});

it('leaves the apps that the server names as switched off, and no other', () => {
  store.openApp('one');
  store.keepOff(['one', 'unknown']);
  expect(store.frontApp.value).toBe('');
  expect(store.openApp('one')).toBe(false);
  expect(store.openApp('two')).toBe(true);
  store.keepOff([]);
  expect(store.openApp('one')).toBe(true);
});

it('keeps an app off that becomes known after its switch', () => {
  store.keepOff(['later']);
  registerApp({ name: 'later', title: 'Later', App: async () => ({ default: {} }) });
  expect(store.openApp('later')).toBe(false);
  store.keepOff([]);
  expect(store.openApp('later')).toBe(true);
  unregisterApp('later');
});

it('shows apps by their layout mode', () => {
  registerApp({ name: 'board', title, App, layout: { mode: 'sheet' } });
  registerApp({ name: 'pad', title, App, layout: { mode: 'window', width: 100, minWidth: 500 } });
  expect([store.modeOf('one'), store.modeOf('board'), store.modeOf('pad')]).toEqual(['fullscreen', 'sheet', 'window']);
  store.openApp('pad');
  expect(store.frontCover.value).toBe('');
  expect(store.windows.value[0]?.wanted.width).toBe(500);
  store.openApp('board');
  expect(store.frontCover.value).toBe('sheet');
});

it('keeps a half a half when the browser is resized, and gives the free place back', () => {
  store.openApp('one');
  const [entry] = store.windows.value;
  if (!entry) throw new Error('no window');
  const free = { ...shownRect(entry) };
  placement.snapTo('one', 'right');
  expect(shownRect(entry)).toEqual({ x: 683, y: 52, width: 683, height: 600 });
  store.workArea.value = { x: 0, y: 52, width: 1000, height: 400 };
  expect(shownRect(entry)).toEqual({ x: 500, y: 52, width: 500, height: 400 });
  store.workArea.value = { x: 0, y: 52, width: 1366, height: 600 };
  placement.snapTo('one', null);
  expect(shownRect(entry)).toEqual(free);
});

it('gives a window its old size under the pointer that drags it from an edge', () => {
  store.openApp('one');
  placement.moveTo('one', { x: 40, y: 90, width: 400, height: 300 });
  placement.snapTo('one', 'all');
  const [entry] = store.windows.value;
  if (!entry) throw new Error('no window');
  const loose = placement.unsnap('one', shownRect(entry), 683);
  expect(loose).toEqual({ x: 483, y: 52, width: 400, height: 300 });
  expect(entry.snap).toBeNull();
});

it('opens an app without a size of its own at one that suits the screen', () => {
  store.workArea.value = { x: 0, y: 52, width: 1366, height: 600 };
  expect(store.sizeOf('one')).toMatchObject({ width: 1366 * 0.6, height: 480 });
  store.workArea.value = { x: 0, y: 52, width: 1920, height: 1200 };
  expect(store.sizeOf('one')).toMatchObject({ width: 960, height: 900 });
  registerApp({ name: 'board', title, App, layout: { mode: 'window', minWidth: 1000, minHeight: 300 } });
  expect(store.sizeOf('board')).toMatchObject({ width: 1000, height: 900, minWidth: 1000, minHeight: 300 });
  unregisterApp('board');
});
