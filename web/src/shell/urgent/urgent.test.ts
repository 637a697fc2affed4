// Urgent broadcasts: on classroom panels, locked devices and the projected page they take the screen until somebody
// presses that they know them; elsewhere they stay in the island.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, effectScope, nextTick, type App, type EffectScope } from 'vue';
import { disconnected, dispatch } from '@/core/live/bus';
import { classroom, lock, unlock } from '@/core/lock';
import { notice, noticeHistory, resetNotices, unseenCount } from '@/core/notify';
import { phase } from '@/core/session';
import { enrolmentShown } from '../enrolment/route';
import { followPushes } from '../push-handlers';
import { urgent, urgentsBehind } from './queue';
import UrgentScreen from './UrgentScreen.vue';

const START = Date.parse('2027-01-01T00:00:00.000Z');
const MINUTE = 60_000;

let scope: EffectScope;
let view: App | undefined;
let seen: string[];
let list: unknown[];
let away: boolean;
/** The list of broadcasts is under way until this comes. */
let slow: Promise<void> | undefined;
const shown: { known: boolean; opener?: HTMLElement } = { known: false };

const json = (data: unknown) =>
  new Response(JSON.stringify({ code: 200, message: 'x', data }), { headers: { 'Content-Type': 'application/json' } });

function reply({ url, method }: Request): Promise<Response> {
  const path = new URL(url).pathname;
  if (method === 'POST') {
    if (away) return Promise.reject(new TypeError('away'));
    seen.push(path);
  }
  if (path.endsWith('heartbeat'))
    return Promise.resolve(json({ timestamp: Date.now(), buildHash: 'x', forceUpdate: false }));
  if (path.endsWith('lock-screen'))
    return Promise.resolve(json({ enabled: false, portal_enabled: false, class_enabled: false }));
  if (path.endsWith('app-control')) return Promise.resolve(json({ disabled_in_portal: [], disabled_in_class: [] }));
  if (!path.endsWith('broadcasts')) return Promise.resolve(json(null));
  const answer = json(list);
  return (slow ?? Promise.resolve()).then(() => answer);
}

const at = (ms: number): string => new Date(START + ms).toISOString();
const wire = (id: string, sent = 0, priority = 'urgent') => ({
  id,
  content: `text ${id}`,
  priority,
  sender_real_name: '班主任',
  created_at: at(sent),
  expires_at: at(sent + 10 * MINUTE),
  active: true,
  seen: false,
});
const push = (id: string, sent = 0, priority = 'urgent') =>
  dispatch({ type: 'super_island_notification', notification: wire(id, sent, priority) });
const text = () => document.querySelector('[role=alertdialog] p.text')?.textContent;
const dialog = () => document.querySelector<HTMLElement>('[role=alertdialog]');
const pause = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function start(): Promise<void> {
  scope = effectScope();
  scope.run(followPushes);
  await pause(20);
}

/** As a reload does: only the device remembers. */
async function reload(): Promise<void> {
  scope.stop();
  resetNotices();
  await start();
}

async function press(): Promise<void> {
  await pause(1000);
  dialog()?.querySelector<HTMLButtonElement>('button')?.click();
  await pause(20);
}

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  localStorage.clear();
  resetNotices();
  [seen, list, away, slow] = [[], [], false, undefined];
  vi.stubGlobal('fetch', reply);
  classroom.value = true;
  shown.opener = document.body.appendChild(document.createElement('input'));
  const host = document.body.appendChild(document.createElement('div'));
  view = createApp(UrgentScreen);
  view.mount(host);
  await start();
});
afterEach(() => {
  scope.stop();
  view?.unmount();
  document.body.innerHTML = '';
  classroom.value = false;
  unlock();
  phase.value = 'starting';
  disconnected();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('fill the screen one after the other, the oldest first, and each counts when it is known', async () => {
  push('b', 2000);
  push('a', 1000);
  push('a', 1000);
  await nextTick();
  expect([text(), urgentsBehind.value]).toEqual(['text a', 1]);
  expect(dialog()?.textContent).toContain('班主任');
  await pause(5000);
  expect(seen).toEqual([]);
  await press();
  expect([text(), urgentsBehind.value]).toEqual(['text b', 0]);
  await press();
  expect(seen).toEqual(['/api/broadcasts/a/seen', '/api/broadcasts/b/seen']);
  expect(dialog()).toBeNull();
  expect(noticeHistory.value.map((entry) => entry.text)).toEqual(['text b', 'text a']);
  expect([unseenCount.value, notice.value]).toEqual([0, null]);
});

it('leave important ones to the island, and everything to it outside of a classroom', async () => {
  push('important', 0, 'important');
  expect([urgent.value, notice.value?.text]).toEqual([undefined, 'text important']);
  classroom.value = false;
  push('urgent');
  expect([urgent.value, notice.value?.text]).toEqual([undefined, 'text urgent']);
});

it('take the screen of a locked device too, and count only when its owner has read them', async () => {
  classroom.value = false;
  phase.value = 'member';
  lock();
  list = [wire('a')];
  push('a');
  await nextTick();
  expect(text()).toBe('text a');
  await press();
  expect([dialog(), seen]).toEqual([null, []]);
  unlock();
  await pause(20);
  expect([notice.value?.text, urgent.value, seen]).toEqual(['text a', undefined, []]);
  notice.value?.action?.run();
  await pause(20);
  expect(seen).toEqual(['/api/broadcasts/a/seen']);
});

it('go to the island of a desktop when the projected page is left', async () => {
  classroom.value = false;
  enrolmentShown.value = true;
  push('a');
  await nextTick();
  expect([text(), notice.value]).toEqual(['text a', null]);
  enrolmentShown.value = false;
  list = [wire('a')];
  await reload();
  expect([urgent.value, notice.value?.text]).toEqual([undefined, 'text a']);
});

it('are not closed by a hand that was on its way to something else, nor by Escape', async () => {
  shown.opener?.focus();
  push('a');
  await nextTick();
  await nextTick();
  expect(document.activeElement).toBe(dialog());
  dialog()?.querySelector<HTMLButtonElement>('button')?.click();
  dialog()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect(text()).toBe('text a');
  shown.opener?.focus();
  expect(document.activeElement).toBe(dialog());
  await press();
  expect(document.activeElement).toBe(shown.opener);
});

it('come back after a reload until they are known, whatever another device has seen', async () => {
  push('a');
  list = [{ ...wire('a'), seen: true }];
  await reload();
  expect(urgent.value?.id).toBe('a');
  await press();
  list = [wire('a')];
  await reload();
  expect(urgent.value).toBeUndefined();
});

it('tell the server later when it was away as somebody knew them', async () => {
  push('a');
  await nextTick();
  away = true;
  await press();
  expect(dialog()).toBeNull();
  away = false;
  list = [wire('a')];
  await reload();
  expect([urgent.value, seen]).toEqual([undefined, ['/api/broadcasts/a/seen']]);
  await reload();
  expect(seen.length).toBe(1);
});

it('vanish at once when they are taken back or over, also while the connection was down', async () => {
  push('a');
  push('b', 1000);
  dispatch({ type: 'broadcast_ended', id: 'a' });
  expect(urgent.value?.id).toBe('b');
  await pause(10 * MINUTE + 2000);
  expect(urgent.value).toBeUndefined();
  push('c', 11 * MINUTE);
  expect(urgent.value?.id).toBe('c');
  list = [];
  await reload();
  expect([urgent.value, localStorage.getItem('svc:urgent')]).toEqual([undefined, null]);
});

it('stay when a list that was asked for before they came arrives after them, and stay away when taken back', async () => {
  list = [wire('old')];
  let answer: () => void = () => undefined;
  slow = new Promise((done) => {
    answer = done;
  });
  dispatch({ type: 'connected' });
  await pause(20);
  push('a', 1000);
  dispatch({ type: 'broadcast_ended', id: 'old' });
  answer();
  await pause(20);
  expect([urgent.value?.id, urgentsBehind.value]).toEqual(['a', 0]);
});

it('survive odd storage', async () => {
  for (const odd of [
    '{',
    '7',
    '[null, {"id": 1}]',
    '[{"id":"x","text":"x","sender":"x","state":"waiting","at":"?","until":null}]',
  ]) {
    localStorage.setItem('svc:urgent', odd);
    await reload();
    expect(urgent.value).toBeUndefined();
  }
});
