// What the server pushes to every desktop.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { isDisabled, registerApp } from '@/core/apps';
import { classLocked, passClassLock } from '@/core/class-lock';
import { liveState } from '@/core/live';
import { dispatch } from '@/core/live/bus';
import { locked } from '@/core/lock';
import { resetNotices } from '@/core/notify';
import { asOwnAct } from '@/core/own-acts';
import { toasts } from '@/core/toast';
import { followPushes } from './push-handlers';
import * as windows from './windows/store';

let scope: EffectScope;
let seen: string[];
let missed: unknown[];
let disabled: string[];
let classDisabled: string[];

const App = async () => ({ default: {} });
['one', 'two'].forEach((name) => registerApp({ name, title: { zh: name, en: name }, App }));
const json = (data: unknown) =>
  new Response(JSON.stringify({ code: 200, message: 'x', data }), { headers: { 'Content-Type': 'application/json' } });

function reply({ url, method }: Request): Promise<Response> {
  const path = new URL(url).pathname;
  if (method === 'POST') seen.push(path);
  if (path.endsWith('lock-screen'))
    return Promise.resolve(json({ enabled: false, portal_enabled: false, class_enabled: false }));
  if (path.endsWith('app-control'))
    return Promise.resolve(json({ disabled_in_portal: disabled, disabled_in_class: classDisabled }));
  return Promise.resolve(json(path.endsWith('broadcasts') ? missed : null));
}

const start = async (): Promise<void> => {
  scope = effectScope();
  scope.run(followPushes);
  await vi.advanceTimersByTimeAsync(10);
};
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  resetNotices();
  seen = [];
  missed = [];
  disabled = [];
  classDisabled = [];
  vi.stubGlobal('fetch', reply);
});
afterEach(() => {
  scope.stop();
  liveState.value = 'off';
  windows.keepOff([]);
  windows.closeAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('locks and unlocks with all screens; whoever may goes on until the next lock', async () => {
  await start();
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  dispatch({ type: 'lock_screen_changed', enabled: true });
  expect(locked.value).toBe(true);
  passClassLock();
  expect(classLocked.value).toBe(false);
  dispatch({ type: 'lock_screen_changed', enabled: false });
  dispatch({ type: 'lock_screen_changed', enabled: true });
  expect(locked.value).toBe(true);
  dispatch({ type: 'lock_screen_changed', enabled: false });
  expect(locked.value).toBe(false);
});

it('stays locked while the lock of the portal or that of the class is on', async () => {
  await start();
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  dispatch({ type: 'lock_screen_changed', enabled: true });
  dispatch({ type: 'lock_screen_changed', enabled: true, class: '01' });
  dispatch({ type: 'lock_screen_changed', enabled: false });
  expect(locked.value).toBe(true);
  dispatch({ type: 'lock_screen_changed', enabled: false, class: '01' });
  expect(locked.value).toBe(false);
});

it('asks which locks are on when it is told of one before it knows', async () => {
  await start();
  dispatch({ type: 'lock_screen_changed', enabled: true, class: '01' });
  expect(locked.value).toBe(true);
  dispatch({ type: 'lock_screen_changed', enabled: false, class: '01' });
  await vi.advanceTimersByTimeAsync(10);
  expect(locked.value).toBe(false);
});

it('keeps an app off while the switch of the portal or that of the class is off', async () => {
  disabled = ['two'];
  classDisabled = ['two'];
  windows.openApp('one');
  windows.openApp('two');
  await start();
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  const turn = (enabled: boolean, more = {}) =>
    dispatch({ type: 'market_app_control_changed', appName: 'two', enabled, ...more });
  turn(true);
  expect(isDisabled('two')).toBe(true);
  turn(true, { class: '01' });
  expect(isDisabled('two')).toBe(false);
  turn(false, { class: '01' });
  expect(isDisabled('two')).toBe(true);
});

it('leaves an app that is switched off, also one that was off before it started', async () => {
  disabled = ['two'];
  windows.openApp('one');
  windows.openApp('two');
  await start();
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  expect(windows.frontApp.value).toBe('one');
  expect(localStorage.getItem('svc:apps-off')).toBe('["two"]');
  dispatch({ type: 'market_app_control_changed', appName: 'one', enabled: false, updatedBy: '260100' });
  expect(windows.frontApp.value).toBe('');
  dispatch({ type: 'market_app_control_changed', appName: 'one', enabled: true, updatedBy: '260100' });
  expect(windows.openApp('one')).toBe(true);
});

it('tells whoever has the app open, but not the page that has switched it', async () => {
  await start();
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  windows.openApp('one');
  windows.openApp('two');
  toasts.value = [];
  const off = (appName: string): void => dispatch({ type: 'market_app_control_changed', appName, enabled: false });
  await asOwnAct('one', async () => off('one'));
  expect([isDisabled('one'), toasts.value.length]).toEqual([true, 0]);
  off('two');
  expect([isDisabled('two'), toasts.value.length]).toEqual([true, 1]);
});

it('believes a switch that it hears more than a list that it asked for before', async () => {
  await start();
  liveState.value = 'live';
  await Promise.resolve();
  dispatch({ type: 'market_app_control_changed', appName: 'one', enabled: false, updatedBy: '260100' });
  await vi.advanceTimersByTimeAsync(10);
  expect(windows.openApp('one')).toBe(false);
  expect(windows.openApp('two')).toBe(true);
});

it('reads the switches when the connection was up before anybody listened', async () => {
  liveState.value = 'live';
  windows.openApp('one');
  disabled = ['one'];
  await start();
  expect(windows.frontApp.value).toBe('');
});
