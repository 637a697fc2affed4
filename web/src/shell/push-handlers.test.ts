// What the server pushes to every desktop.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { isDisabled, registerApp } from '@/core/apps';
import { activeLocks, forgetClassLock, passClassLock, remotelyLocked, setClassLock } from '@/core/class-lock';
import { disconnected, dispatch } from '@/core/live/bus';
import { locked } from '@/core/lock';
import { resetNotices } from '@/core/notify';
import { asOwnAct } from '@/core/own-acts';
import { toasts } from '@/core/toast';
import { followPushes } from './push-handlers';
import * as windows from './windows/store';

let scope: EffectScope;
let asked: string[];
let missed: unknown[];
let disabled: string[];
let classDisabled: string[];

const App = async () => ({ default: {} });
['one', 'two'].forEach((name) => registerApp({ name, title: { zh: name, en: name }, App }));
const json = (data: unknown) =>
  new Response(JSON.stringify({ code: 200, message: 'x', data }), { headers: { 'Content-Type': 'application/json' } });

function reply({ url }: Request): Promise<Response> {
  const path = new URL(url).pathname;
  asked.push(path);
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
/** A connection greets; `resumed` where it goes on from a place in the log. */
const connect = async (resumed: boolean): Promise<void> => {
  dispatch({ type: 'connected', resumed });
  await vi.advanceTimersByTimeAsync(10);
};
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  resetNotices();
  asked = [];
  missed = [];
  disabled = [];
  classDisabled = [];
  vi.stubGlobal('fetch', reply);
});
afterEach(() => {
  scope.stop();
  disconnected();
  forgetClassLock();
  windows.keepOff([]);
  windows.closeAll();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('locks and unlocks with all screens; whoever may goes on until the next lock', async () => {
  await start();
  dispatch({ type: 'lock_screen_changed', enabled: true });
  expect(locked.value).toBe(true);
  passClassLock();
  expect(remotelyLocked.value).toBe(false);
  dispatch({ type: 'lock_screen_changed', enabled: false });
  dispatch({ type: 'lock_screen_changed', enabled: true });
  expect(locked.value).toBe(true);
  dispatch({ type: 'lock_screen_changed', enabled: false });
  expect(locked.value).toBe(false);
});

it('stays locked while the lock of the portal or that of the class is on', async () => {
  await start();
  dispatch({ type: 'lock_screen_changed', enabled: true });
  dispatch({ type: 'lock_screen_changed', enabled: true, class: '01' });
  dispatch({ type: 'lock_screen_changed', enabled: false });
  expect(locked.value).toBe(true);
  dispatch({ type: 'lock_screen_changed', enabled: false, class: '01' });
  expect(locked.value).toBe(false);
});

it('asks which locks are on when one of several that may be on is lifted', async () => {
  setClassLock(true);
  await start();
  dispatch({ type: 'lock_screen_changed', enabled: false, class: '01' });
  expect(locked.value).toBe(true);
  await vi.advanceTimersByTimeAsync(10);
  expect(locked.value).toBe(false);
});

it('needs no answer of the server to lock and unlock where no lock was on', async () => {
  await start();
  dispatch({ type: 'lock_screen_changed', enabled: true, class: '01' });
  expect([locked.value, activeLocks.value]).toEqual([true, { portal: false, class: true, number: '01' }]);
  dispatch({ type: 'lock_screen_changed', enabled: false, class: '01' });
  expect(locked.value).toBe(false);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).not.toContain('/api/user/lock-screen');
});

describe('reads broadcasts and switches once', () => {
  const reads = (): number => asked.filter((path) => path.endsWith('/app-control')).length;

  it('for a first connection that goes on where the desktop began to read, and again for later ones', async () => {
    await start();
    await connect(true);
    expect([...asked].sort()).toEqual(['/api/assets/broadcasts', '/api/system/app-control']);
    await connect(true);
    expect(reads()).toBe(2);
  });

  it('where the connection is up before it starts', async () => {
    await connect(true);
    await start();
    expect(reads()).toBe(1);
  });

  it('and again where the connection goes on from nowhere', async () => {
    await start();
    await connect(false);
    expect(reads()).toBe(2);
  });

  it('and again where the server did not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
    await start();
    vi.stubGlobal('fetch', reply);
    await connect(true);
    expect(reads()).toBe(1);
  });

  it('and asks which locks are on where nobody has answered that', async () => {
    setClassLock(true);
    await start();
    await connect(true);
    expect(asked).toContain('/api/user/lock-screen');
  });
});

it('keeps an app off while the switch of the portal or that of the class is off', async () => {
  disabled = ['two'];
  classDisabled = ['two'];
  windows.openApp('one');
  windows.openApp('two');
  await start();
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
  expect(windows.frontApp.value).toBe('one');
  expect(localStorage.getItem('svc:apps-off')).toBe('["two"]');
  dispatch({ type: 'market_app_control_changed', appName: 'one', enabled: false, updatedBy: '260100' });
  expect(windows.frontApp.value).toBe('');
  dispatch({ type: 'market_app_control_changed', appName: 'one', enabled: true, updatedBy: '260100' });
  expect(windows.openApp('one')).toBe(true);
});

it('tells whoever has the app open, but not the page that has switched it', async () => {
  await start();
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
  dispatch({ type: 'connected' });
  await Promise.resolve();
  dispatch({ type: 'market_app_control_changed', appName: 'one', enabled: false, updatedBy: '260100' });
  await vi.advanceTimersByTimeAsync(10);
  expect(windows.openApp('one')).toBe(false);
  expect(windows.openApp('two')).toBe(true);
});

it('reads the switches when the connection was up before anybody listened', async () => {
  dispatch({ type: 'connected' });
  windows.openApp('one');
  disabled = ['one'];
  await start();
  expect(windows.frontApp.value).toBe('');
});
