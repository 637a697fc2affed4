// The window of an app: it waits, runs, fails and is updated, and none of that harms another window.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createApp, nextTick, type App } from 'vue';
import { api } from '@/api/client';
import { setDisabledApps } from '../apps';
import { hasOwnBar } from '../own-bar';
import { updateUser } from '../session';
import { forgetCrashes } from './crashes';
import { installed } from './installed';
import MarketApp from './MarketApp.vue';
import { answer, appNamed, install, MEMBER, serve, startServer } from './testing';

const seen: string[] = [];
let windows: App[] = [];
let watchers: ((entries: { isIntersecting: boolean }[]) => void)[] = [];

function show(name: string): HTMLElement {
  const root = document.createElement('section');
  document.body.appendChild(root);
  const app = createApp(MarketApp, { name });
  windows.push(app);
  app.mount(root);
  return root;
}
const script = (name: string, body: string): void =>
  serve(
    `${name}/frontend/entry.js`,
    `ServiceMarket.define({ name: '${name}', mount: function (box, context) { ${body} },
    unmount: function () { seen.push('unmounted ${name}'); } });`,
  );
const text = (root: HTMLElement): string => root.textContent ?? '';
const press = (root: HTMLElement, label: string): void =>
  [...root.querySelectorAll('button')].find((button) => button.textContent?.trim() === label)?.click();
/** An error as the browser tells of one that nobody has caught. */
function breakDown(name: string, message: string): void {
  const error = new Error(message);
  error.stack = `Error: ${message}\n    at f (${location.origin}/market-static/${name}/frontend/entry.js?v=1.0.0:3:5)`;
  window.dispatchEvent(new ErrorEvent('error', { error } as ErrorEventInit));
}

beforeAll(startServer);
beforeEach(() => {
  seen.length = 0;
  Object.assign(window, { seen });
  watchers = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(watcher: (entries: { isIntersecting: boolean }[]) => void) {
        watchers.push(watcher);
      }
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  );
  answer(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  script('good', `box.textContent = 'well'; seen.push('mounted good');`);
  install(appNamed('good', { label: '好应用' }));
  install(appNamed('bad', { label: '坏应用' }));
});
afterEach(async () => {
  windows.forEach((app) => app.unmount());
  windows = [];
  document.body.textContent = '';
  installed.clear();
  setDisabledApps([]);
  ['good', 'bad'].forEach(forgetCrashes);
  await nextTick();
});

it('gives the app a container over the whole window, with the degrade attributes', async () => {
  const root = show('good');
  await vi.waitFor(() => expect(text(root)).toContain('well'));
  const box = root.querySelector('[data-container]') as HTMLElement;
  expect(box.style.getPropertyValue('--ci-color-primary')).not.toBe('');
  windows[0]?.unmount();
  windows = [];
  expect(seen).toEqual(['mounted good', 'unmounted good']);
});

it('shows a retry in the window of an app that does not start, while others go on', async () => {
  script('bad', `if (!window.isMended) throw new Error('cannot'); box.textContent = 'mended';`);
  const [good, bad] = [show('good'), show('bad')];
  await vi.waitFor(() => expect(text(bad)).toContain('「坏应用」没有启动'));
  await vi.waitFor(() => expect(text(good)).toContain('well'));
  Object.assign(window, { isMended: true });
  press(bad, '重试');
  await vi.waitFor(() => expect(text(bad)).toBe('mended'));
});

it('says on its window that an app has failed later, and opens it again', async () => {
  script('bad', `box.textContent = 'runs'; seen.push('mounted bad');`);
  const [good, bad] = [show('good'), show('bad')];
  await vi.waitFor(() => expect(text(bad)).toBe('runs'));
  await vi.waitFor(() => expect(text(good)).toBe('well'));
  breakDown('bad', 'in a handler');
  await nextTick();
  expect(text(bad)).toContain('「坏应用」出了错');
  expect(text(bad)).toContain('runs');
  expect(text(good)).toBe('well');
  press(bad, '忽略');
  await nextTick();
  expect(text(bad)).toBe('runs');
  const reason = new Error('in a promise');
  reason.stack = `at ${location.origin}/market-static/bad/frontend/entry.js:1:1`;
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  await nextTick();
  press(bad, '重新打开');
  await vi.waitFor(() =>
    expect(seen.filter((one) => one.includes('bad'))).toEqual(['mounted bad', 'unmounted bad', 'mounted bad']),
  );
  expect(text(bad)).toBe('runs');
});

it('counts no error of the desktop, nor of a page without an app, as one of an app', async () => {
  const root = show('good');
  await vi.waitFor(() => expect(text(root)).toBe('well'));
  const error = new Error('ours');
  error.stack = `Error: ours\n    at ${location.origin}/assets/first-x.js:1:1`;
  window.dispatchEvent(new ErrorEvent('error', { error } as ErrorEventInit));
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'a word' }));
  await nextTick();
  expect(text(root)).toBe('well');
});

it('offers to switch an app off at its second crash, to those who may', async () => {
  const put = vi
    .spyOn(api, 'PUT')
    .mockResolvedValue({ data: { code: 200, data: {} }, response: new Response() } as never);
  script('bad', `box.textContent = 'runs';`);
  const bad = show('bad');
  await vi.waitFor(() => expect(text(bad)).toBe('runs'));
  breakDown('bad', 'one');
  breakDown('bad', 'two');
  await nextTick();
  expect(text(bad)).not.toContain('停用');
  updateUser({ ...MEMBER, role: 'officer', officer_permissions: '["manage_app_control"]' });
  await nextTick();
  expect(text(bad)).toContain('停用');
  press(bad, '停用');
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  expect(put.mock.calls[0]).toEqual(['/api/system/app-control', { body: { app_name: 'bad', enabled: false } }]);
});

it('stops an app that is switched off, and begins anew when it is back', async () => {
  const root = show('good');
  await vi.waitFor(() => expect(text(root)).toBe('well'));
  setDisabledApps(['good']);
  await nextTick();
  expect(seen).toEqual(['mounted good', 'unmounted good']);
  setDisabledApps([]);
  await vi.waitFor(() => expect(seen).toEqual(['mounted good', 'unmounted good', 'mounted good']));
});

it.each([
  ['a new version', { version: '2.0.0' }],
  ['another package of the same version', { updated_at: 2000 }],
])('offers %s, and loads it when the member wants it', async (_, newer) => {
  const root = show('good');
  await vi.waitFor(() => expect(text(root)).toBe('well'));
  script('good', `box.textContent = 'newer';`);
  install(appNamed('good', { label: '好应用', ...newer }));
  await nextTick();
  expect(text(root)).toContain('「好应用」有新版本');
  press(root, '重新载入');
  await vi.waitFor(() => expect(text(root)).toBe('newer'));
});

it('mounts an app anew that is defined anew, unmounted first', async () => {
  const root = show('good');
  await vi.waitFor(() => expect(text(root)).toBe('well'));
  const market = (window as unknown as { ServiceMarket: { define: (app: object) => void } }).ServiceMarket;
  market.define({ name: 'good', mount: (box: HTMLElement) => box.append('again') });
  await vi.waitFor(() => expect(text(root)).toBe('again'));
  expect(seen).toEqual(['mounted good', 'unmounted good']);
});

it('suspends an app that nobody sees', async () => {
  script(
    'bad',
    `context.app.onSuspend(function () { seen.push('suspended'); });
    context.app.onResume(function () { seen.push('resumed'); });`,
  );
  show('bad');
  await vi.waitFor(() => expect(watchers).toHaveLength(1));
  await nextTick();
  await new Promise((done) => setTimeout(done, 50));
  watchers[0]?.([{ isIntersecting: false }]);
  await nextTick();
  watchers[0]?.([{ isIntersecting: true }]);
  await nextTick();
  expect(seen).toEqual(['suspended', 'resumed']);
});

it('takes the bar of the window away only for an app that runs and has one of its own', async () => {
  script('bad', `if (!window.isReady) throw new Error('cannot'); seen.push('bar');`);
  install(appNamed('bad', { label: '坏应用', layout: { navbar: 'custom' } }));
  const root = show('bad');
  await vi.waitFor(() => expect(text(root)).toContain('没有启动'));
  expect(hasOwnBar('bad')).toBe(false);
  Object.assign(window, { isReady: true });
  press(root, '重试');
  await vi.waitFor(() => expect(seen).toEqual(['bar']));
  expect(hasOwnBar('bad')).toBe(true);
  windows.pop()?.unmount();
  expect(hasOwnBar('bad')).toBe(false);
});

it('mounts an app only once its window has a size', async () => {
  const rects = vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([] as unknown as DOMRectList);
  const root = show('good');
  await new Promise((done) => setTimeout(done, 50));
  expect(seen).toEqual([]);
  rects.mockRestore();
  watchers[0]?.([{ isIntersecting: true }]);
  await vi.waitFor(() => expect(text(root)).toBe('well'));
});

it('mounts nothing in a window that was closed meanwhile', async () => {
  show('good');
  windows.pop()?.unmount();
  await new Promise((done) => setTimeout(done, 50));
  expect(seen).toEqual([]);
});
