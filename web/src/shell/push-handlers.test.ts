// What the server pushes to every desktop.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { isDisabled, registerApp } from '@/core/apps';
import { classLocked, passClassLock } from '@/core/class-lock';
import { liveState } from '@/core/live';
import { dispatch } from '@/core/live/bus';
import { locked } from '@/core/lock';
import {
  clearNotices,
  dismissNotice,
  markSeen,
  notice,
  noticeHistory,
  resetNotices,
  setDoNotDisturb,
  tellShown,
  unseenCount,
} from '@/core/notify';
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
const broadcast = (id: string, priority: string) =>
  dispatch({
    type: 'super_island_notification',
    notification: { type: 'broadcast', id, content: `text ${id}`, priority },
  });

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

it('shows urgent broadcasts until they are closed, through do-not-disturb, and once', async () => {
  await start();
  setDoNotDisturb(true);
  broadcast('a', 'important');
  broadcast('b', 'urgent');
  broadcast('b', 'urgent');
  expect(notice.value?.text).toBe('text b');
  expect(noticeHistory.value.length).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(notice.value?.text).toBe('text b');
  if (notice.value) tellShown(notice.value);
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual([]);
  notice.value?.action?.run();
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual(['/api/broadcasts/b/seen']);
  dismissNotice(notice.value?.id ?? '');
  expect(notice.value).toBeNull();
  setDoNotDisturb(false);
});

it('tells the server of a normal one when it shows, and of an important one when somebody reads the history', async () => {
  await start();
  broadcast('a', 'normal');
  if (notice.value) tellShown(notice.value);
  broadcast('b', 'important');
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual(['/api/broadcasts/a/seen']);
  markSeen();
  markSeen();
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual(['/api/broadcasts/a/seen', '/api/broadcasts/b/seen']);
});

it('tells the server again what it was not there to hear', async () => {
  await start();
  broadcast('a', 'urgent');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  notice.value?.action?.run();
  await vi.advanceTimersByTimeAsync(10);
  vi.stubGlobal('fetch', reply);
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual(['/api/broadcasts/a/seen']);
});

/** As a reload does: only the device remembers. */
const reload = async (): Promise<void> => {
  scope.stop();
  resetNotices();
  await start();
};
const entry = (id: string, priority: string, seenOn = false) => ({
  id,
  content: `text ${id}`,
  priority,
  active: true,
  seen: seenOn,
});

it('keeps what could not be told over a reload, and shows it no more', async () => {
  await start();
  broadcast('a', 'important');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  notice.value?.action?.run();
  await vi.advanceTimersByTimeAsync(10);
  vi.stubGlobal('fetch', reply);
  missed = [entry('a', 'important')];
  await reload();
  expect([notice.value, noticeHistory.value.length]).toEqual([null, 0]);
  expect(seen).toEqual(['/api/broadcasts/a/seen']);
  await reload();
  expect([seen.length, localStorage.getItem('svc:broadcasts-seen')]).toEqual([1, null]);
});

it('asks no more about what the server does not know', async () => {
  await start();
  broadcast('a', 'important');
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"code":404,"message":"x"}', { status: 404 })));
  notice.value?.action?.run();
  await vi.advanceTimersByTimeAsync(10);
  expect(localStorage.getItem('svc:broadcasts-seen')).toBeNull();
});

it('leaves when it was seen on another device, and is read in the history', async () => {
  await start();
  broadcast('a', 'urgent');
  broadcast('b', 'important');
  dispatch({ type: 'broadcast_seen', id: 'a' });
  expect(notice.value?.text).toBe('text b');
  expect(noticeHistory.value.map((told) => told.seen)).toEqual([false, true]);
  // The same word comes with the list when the connection was down.
  missed = [entry('b', 'important', true)];
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  expect([notice.value, unseenCount.value]).toEqual([null, 0]);
  markSeen();
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual([]);
});

it('goes on showing one that this device has shown when another one says the same', async () => {
  await start();
  broadcast('a', 'normal');
  if (notice.value) tellShown(notice.value);
  dispatch({ type: 'broadcast_seen', id: 'a' });
  expect(notice.value?.text).toBe('text a');
});

it('never tells again what was closed, though the history was cleared', async () => {
  await start();
  broadcast('a', 'normal');
  if (notice.value) tellShown(notice.value);
  clearNotices();
  dismissNotice(notice.value?.id ?? '');
  missed = [entry('a', 'normal')];
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  expect([notice.value, noticeHistory.value.length]).toEqual([null, 0]);
});

it('counts normal ones that went to the bell unshown when somebody opens it', async () => {
  setDoNotDisturb(true);
  await start();
  broadcast('a', 'normal');
  await vi.advanceTimersByTimeAsync(10);
  expect([notice.value, unseenCount.value, seen]).toEqual([null, 1, []]);
  markSeen();
  await vi.advanceTimersByTimeAsync(10);
  expect([unseenCount.value, seen]).toEqual([0, ['/api/broadcasts/a/seen']]);
  setDoNotDisturb(false);
});

it('shows the newest of several normal ones that were missed, and each that comes live', async () => {
  const normal = { priority: 'normal', active: true, seen: false };
  missed = [
    { ...normal, id: 'new', content: 'new', created_at: '2027-01-02' },
    { ...normal, id: 'old', content: 'old', created_at: '2027-01-01' },
  ];
  await start();
  expect(notice.value?.text).toBe('new');
  broadcast('live', 'normal');
  expect(notice.value?.text).toBe('new');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notice.value?.text).toBe('text live');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notice.value).toBeNull();
});

it('tells what was missed, oldest first, and takes back what was taken back', async () => {
  missed = [
    { id: 'new', content: 'new', priority: 'important', created_at: '2027-01-02', active: true, seen: false },
    { id: 'old', content: 'old', priority: 'important', created_at: '2027-01-01', active: true, seen: false },
    { id: 'over', content: 'over', priority: 'urgent', active: false, seen: false },
    { id: 'seen', content: 'seen', priority: 'urgent', active: true, seen: true },
  ];
  await start();
  expect(noticeHistory.value.map((entry) => entry.text)).toEqual(['new', 'old']);
  dispatch({ type: 'broadcast_ended', id: 'new' });
  expect(noticeHistory.value.map((entry) => entry.text)).toEqual(['old']);
});

it('leaves a broadcast that was missed to the list, which knows whether it still stands', async () => {
  await start();
  const tell = (id: string) =>
    dispatch({
      type: 'super_island_notification',
      historical: true,
      notification: { id, content: id, priority: 'important' },
    });
  tell('over');
  tell('stands');
  expect(noticeHistory.value).toEqual([]);
  missed = [{ id: 'stands', content: 'stands', priority: 'important', active: true, seen: false }];
  liveState.value = 'live';
  await vi.advanceTimersByTimeAsync(10);
  expect(noticeHistory.value.map((entry) => entry.text)).toEqual(['stands']);
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
