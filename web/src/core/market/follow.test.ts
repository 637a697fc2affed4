// Installed apps come to the desktop at the start, and come and go with what the server says.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, effectScope, h, nextTick, type EffectScope } from 'vue';
import { findApp, knownApp, unregisterApp, visibleApps } from '../apps';
import { dispatch } from '../live/bus';
import { Inbox } from '../live/inbox';
import { asOwnAct } from '../own-acts';
import { queryClient } from '../query';
import { updateUser } from '../session';
import { readPersonal, writePersonal } from '../storage';
import { toasts } from '../toast';
import { followInstalled } from './follow';
import { installed, KEPT, registerKept } from './installed';
import { answer, appNamed, MEMBER } from './testing';

/** How often the code that runs apps was fetched. */
const code = vi.hoisted(() => ({ fetched: 0 }));
vi.mock('./view', () => {
  code.fetched += 1;
  return { viewOf: vi.fn() };
});

let listed: unknown[];
/** What waits for the browser to have nothing else to do. */
let idle: (() => void)[];
let scope: EffectScope;
let requests: ReturnType<typeof answer>;

const start = (): void => {
  scope = effectScope();
  scope.run(followInstalled);
};
const changed = (action: string, name: string, more = {}): void =>
  dispatch({ type: 'market_app_changed', action, appName: name, version: '1.0.0', ...more });
const names = (): string[] => visibleApps().map(({ name }) => name);

beforeEach(() => {
  localStorage.clear();
  updateUser(MEMBER);
  toasts.value = [];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  listed = [appNamed('chess', { label: '象棋', order: 21 }), appNamed('gomoku', { label: '五子棋', order: 20 })];
  idle = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  requests = answer(() => ({ body: { code: 200, message: '', data: { apps: listed } } }));
});
afterEach(async () => {
  scope.stop();
  queryClient.clear();
  document.body.textContent = '';
  vi.unstubAllGlobals();
  await nextTick();
});

it('fetches what runs apps once the desktop is idle, before one is opened, and not where there is none to open', async () => {
  const shown = listed;
  listed = [appNamed('hidden', { category: 'hidden' }), appNamed('staff', { visibleRoles: ['admin'] })];
  start();
  await vi.waitFor(() => expect(installed.size).toBe(2));
  expect(idle).toEqual([]);
  listed = shown;
  changed('installed', 'chess');
  await vi.waitFor(() => expect(idle).toHaveLength(1));
  expect(code.fetched).toBe(0);
  idle[0]?.();
  await vi.waitFor(() => expect(code.fetched).toBe(1));
});

it('shows them by their order, and keeps them for the next start', async () => {
  start();
  await vi.waitFor(() => expect(names()).toEqual(['gomoku', 'chess']));
  expect(findApp('chess')).toMatchObject({ title: '象棋', layout: { mode: 'fullscreen' } });
  scope.stop();
  expect(names()).toEqual([]);
  registerKept();
  expect(names()).toEqual(['gomoku', 'chess']);
  expect(requests).toHaveLength(1);
  ['gomoku', 'chess'].forEach(unregisterApp);
});

it('begins with nothing where nothing sound was kept', () => {
  start();
  writePersonal(KEPT, 'broken');
  registerKept();
  expect(names()).toEqual([]);
});

it('shows what was installed elsewhere, and takes away what was removed', async () => {
  start();
  await vi.waitFor(() => expect(names()).toEqual(['gomoku', 'chess']));
  listed = [appNamed('poll'), listed[1]];
  changed('installed', 'poll');
  await vi.waitFor(() => expect(names()).toEqual(['gomoku', 'poll']));
  expect([installed.has('chess'), knownApp('chess')]).toEqual([false, undefined]);
  expect((readPersonal(KEPT) as { name: string }[]).map(({ name }) => name)).toEqual(['poll', 'gomoku']);
});

it('shows nothing that another class has installed, until it is turned on here', async () => {
  start();
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  const other = { ...appNamed('poll'), enabled: false };
  listed = [...listed, other];
  changed('installed', 'poll');
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  await nextTick();
  expect([knownApp('poll'), names()]).toEqual([undefined, ['gomoku', 'chess']]);
  other.enabled = true;
  dispatch({ type: 'market_app_control_changed', appName: 'poll', enabled: true });
  await vi.waitFor(() => expect(names()).toHaveLength(3));
});

it('keeps an app that is turned off for its switch to hide', async () => {
  start();
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  listed = listed.map((app) => ({ ...(app as object), enabled: false }));
  changed('updated', 'chess');
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(installed.size).toBe(2);
});

it('reads them anew when something may have been missed', async () => {
  start();
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  listed = [];
  new Inbox('260101', 0, 0).reset(null);
  await vi.waitFor(() => expect(names()).toEqual([]));
});

it('tells whoever has the app open that it was updated or removed, and nobody else', async () => {
  start();
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  changed('updated', 'chess');
  expect(toasts.value).toEqual([]);
  const shown = document.createElement('section');
  shown.dataset.app = 'chess';
  document.body.appendChild(shown);
  changed('updated', 'chess');
  changed('updated', 'chess', { historical: true });
  changed('plugin-updated', 'chess');
  changed('installed', 'gomoku');
  expect(toasts.value.map(({ text }) => text)).toEqual(['「象棋」已更新']);
  listed = [];
  changed('uninstalled', 'chess');
  await vi.waitFor(() => expect(toasts.value.map(({ text }) => text)).toEqual(['「象棋」已更新', '「象棋」已卸载']));
});

it('says nothing of what was done right here, which was told where it was done', async () => {
  start();
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  const shown = document.createElement('section');
  shown.dataset.app = 'chess';
  document.body.appendChild(shown);
  await asOwnAct('chess', async () => changed('rolled-back', 'chess'));
  listed = [listed[1]];
  changed('uninstalled', 'chess');
  await vi.waitFor(() => expect(names()).toEqual(['gomoku']));
  expect(toasts.value).toEqual([]);
});

it('leaves what has not changed as it is, so that nothing is drawn anew', async () => {
  start();
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  const [chess, gomoku] = [knownApp('chess'), knownApp('gomoku')];
  listed = [appNamed('chess', { label: '象棋', order: 21, version: '1.1.0' }), listed[1]];
  changed('updated', 'chess');
  await vi.waitFor(() => expect(installed.get('chess')?.version).toBe('1.1.0'));
  expect([knownApp('chess') === chess, knownApp('gomoku') === gomoku]).toEqual([false, true]);
});

it('draws the widgets of an app anew that came again under the same version', async () => {
  start();
  await vi.waitFor(() => expect(names()).toHaveLength(2));
  const chess = knownApp('chess');
  listed = [appNamed('chess', { label: '象棋', order: 21, updated_at: 2000 }), listed[1]];
  changed('updated', 'chess');
  await vi.waitFor(() => expect(installed.get('chess')?.updated_at).toBe(2000));
  expect(knownApp('chess')).not.toBe(chess);
});

it('is for the roles of its manifest alone, and its picture fills the tile', async () => {
  listed = [
    appNamed('staff', { visibleRoles: ['admin'] }),
    appNamed('drawn', { icon: '/market-static/drawn/icon.svg' }),
  ];
  start();
  await vi.waitFor(() => expect(names()).toEqual(['drawn']));
  updateUser({ ...MEMBER, is_class_admin: true });
  expect(names()).toEqual(['staff', 'drawn']);
  const root = document.createElement('div');
  createApp({ render: () => h(findApp('drawn')?.icon ?? 'i', { size: 20 }) }).mount(root);
  expect(root.innerHTML).toContain('src="/market-static/drawn/icon.svg"');
  expect(root.querySelector('img')?.getAttribute('width')).toBe('20');
});
