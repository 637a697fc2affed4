// Windows come back after a reload of the tab.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { effectScope, nextTick, type EffectScope } from 'vue';
import type { UserInfo } from '@/api/types';
import { registerApp, setDisabledApps, unregisterApp } from '@/core/apps';
import { updateUser } from '@/core/session';
import * as placement from './placement';
import { keepWindows } from './restore';
import * as store from './store';

const App = async () => ({ default: {} });
['one', 'two', 'three'].forEach((name) => registerApp({ name, title: { zh: name, en: name }, App }));

let scope: EffectScope;
const start = (): void => {
  scope = effectScope();
  scope.run(keepWindows);
};
/** As a reload does: only the tab remembers. */
const reload = async (): Promise<void> => {
  await nextTick();
  scope.stop();
  store.closeAll();
  start();
};
const signedInAs = (id: string): void => updateUser({ user_id: id } as UserInfo);
const order = (): string[] => store.windows.value.map(({ app }) => app);

beforeEach(() => {
  sessionStorage.clear();
  signedInAs('260101');
  store.closeAll();
  store.workArea.value = { x: 0, y: 52, width: 1366, height: 600 };
  start();
});
afterEach(() => {
  scope.stop();
  setDisabledApps([]);
});

it('opens the windows of before in their order, where and how they lay', async () => {
  ['one', 'two', 'three'].forEach(store.openApp);
  placement.moveTo('one', { x: 40, y: 90, width: 400, height: 300 });
  placement.snapTo('two', 'left');
  store.minimize('three');
  await reload();
  expect(order()).toEqual(['one', 'two', 'three']);
  const [one, two, three] = store.windows.value;
  expect(one?.wanted).toEqual({ x: 40, y: 90, width: 400, height: 300 });
  expect(two?.snap).toEqual({ x: 0, y: 0, width: 0.5, height: 1 });
  expect([three?.minimized, store.frontApp.value]).toEqual([true, 'two']);
});

it('puts them behind what the address has opened, and opens no closed one', async () => {
  ['one', 'two'].forEach(store.openApp);
  store.closeApp('two');
  await nextTick();
  scope.stop();
  store.closeAll();
  store.openApp('three');
  start();
  expect(order()).toEqual(['one', 'three']);
});

it('brings windows of apps that come later with their apps, in their order, over two reloads', async () => {
  const late = ['page-1', 'page-2'];
  late.forEach((name) => registerApp({ name, title: name, App }));
  [...late, 'one'].forEach(store.openApp);
  await nextTick();
  scope.stop();
  store.closeAll();
  late.forEach(unregisterApp);
  start();
  expect(order()).toEqual(['one']);
  store.minimize('one');
  await reload();
  late.forEach((name) => registerApp({ name, title: name, App }));
  await nextTick();
  expect(order()).toEqual(['page-1', 'page-2', 'one']);
});

it('closes the window of an app that goes', async () => {
  registerApp({ name: 'page-1', title: 'page-1', App });
  ['one', 'page-1'].forEach(store.openApp);
  unregisterApp('page-1');
  await nextTick();
  expect(order()).toEqual(['one']);
});

it('leaves out what is switched off, and opens nothing for another member', async () => {
  ['one', 'two'].forEach(store.openApp);
  await nextTick();
  setDisabledApps(['two']);
  await reload();
  expect(order()).toEqual(['one']);
  signedInAs('260102');
  await reload();
  expect(order()).toEqual([]);
});

it('leaves them in the dock while somebody does something', async () => {
  store.openApp('one');
  await nextTick();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  await reload();
  expect(store.frontApp.value).toBe('');
  field.remove();
});
