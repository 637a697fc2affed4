// A window without a bar of its own, for an app that draws one, still has a way out.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp, nextTick, type App } from 'vue';
import { registerApp, unregisterApp } from '@/core/apps';
import { setOwnBar } from '@/core/own-bar';
import AppWindow from './AppWindow.vue';
import * as store from './store';

let app: App;
let root: HTMLElement;

async function show(mode: 'fullscreen' | 'window'): Promise<void> {
  registerApp({
    name: 'game',
    title: 'Game',
    App: async () => ({ default: { render: () => null } }),
    layout: { mode },
  });
  store.workArea.value = { x: 0, y: 0, width: 1000, height: 600 };
  store.openApp('game');
  const [state] = store.windows.value;
  root = document.createElement('div');
  app = createApp(AppWindow, { state, front: true, layer: 1 });
  app.mount(root);
  await nextTick();
}
const hasBar = (): boolean => root.querySelector('.title-bar') !== null;

beforeEach(() => store.closeAll());
afterEach(() => {
  app.unmount();
  setOwnBar('game', false);
  unregisterApp('game');
});

it('that fills the screen shows no bar while the app has one, and a button that closes it', async () => {
  await show('fullscreen');
  expect(hasBar()).toBe(true);
  setOwnBar('game', true);
  await nextTick();
  expect(hasBar()).toBe(false);
  root.querySelector<HTMLButtonElement>('.leave')?.click();
  expect(store.windows.value).toEqual([]);
});

it('that can be moved keeps its bar', async () => {
  await show('window');
  setOwnBar('game', true);
  await nextTick();
  expect([hasBar(), root.querySelector('.leave')]).toEqual([true, null]);
});
