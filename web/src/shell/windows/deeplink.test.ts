// Links into apps: the name, a path, and for apps that have one a query.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { effectScope, nextTick, type EffectScope } from 'vue';
import { appPath } from '@/core/app-path';
import { registerApp } from '@/core/apps';
import { appOfHash, followHash } from './deeplink';
import * as store from './store';

let scope: EffectScope;
const App = async () => ({ default: {} });
['chess', 'settings'].forEach((name) => registerApp({ name, title: name, App }));

beforeEach(() => {
  location.hash = '';
  scope = effectScope();
  scope.run(followHash);
});
afterEach(() => {
  scope.stop();
  store.closeAll();
});

it.each([
  ['#/app/chess', 'chess', ''],
  ['#/app/chess/', 'chess', ''],
  ['#/app/chess/AB12/board', 'chess', 'AB12/board'],
  ['#/app/chess?room_code=AB12', 'chess', '?room_code=AB12'],
  ['#/app/chess/AB12?side=black&x=%E4%B8%AD:1', 'chess', 'AB12?side=black&x=%E4%B8%AD:1'],
])('%s opens %s at %j', async (hash, app, path) => {
  location.hash = hash;
  window.dispatchEvent(new Event('hashchange'));
  await nextTick();
  expect([store.frontApp.value, appPath(app)]).toEqual([app, path]);
});

it.each(['#/app/', '#/app/Chess', '#/app/chess/<b>', '#/app/chess:1', '#/other/chess'])('%s names no app', (hash) => {
  expect(appOfHash(hash)).toBe('');
});

it('keeps the query in the address of the window that comes back to the front', async () => {
  location.hash = '#/app/chess?room_code=AB12';
  window.dispatchEvent(new Event('hashchange'));
  await nextTick();
  store.openApp('settings');
  await nextTick();
  store.raise('chess');
  await nextTick();
  expect(location.hash).toBe('#/app/chess/?room_code=AB12');
});
