// Widgets of installed apps are native views: mounted, updated and taken away, each in its place.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { findWidget, unregisterApp } from '../apps';
import type { NativeView, ViewProps } from '../manifest';
import { fail } from './crashes';
import { installed } from './installed';
import { answer, appNamed, install, serve, startServer } from './testing';
import { widgetOf } from './widget';

const seen: string[] = [];
const places: { view: NativeView; root: HTMLElement }[] = [];
const widget = { id: 'poll-now', name: '投票', component: './widgets/now.js' };
const props = (config: object, refreshKey = 0): ViewProps => ({ config: config as ViewProps['config'], refreshKey });

async function place(given: ViewProps): Promise<{ view: NativeView; root: HTMLElement }> {
  const view = await widgetOf('poll', widget);
  const root = document.createElement('div');
  document.body.appendChild(root);
  view.mount(root, given);
  const one = { view, root };
  places.push(one);
  return one;
}
const define = (more: string): void =>
  serve(
    'poll/widgets/now.js',
    `ServiceMarket.defineWidget({ id: 'poll-now', mount: function (box, props, context) {
    seen.push('mount ' + props.config.topic + ' ' + context.appName);
    box.textContent = props.config.topic;
  }, ${more} unmount: function (box) { seen.push('unmount ' + box.textContent); } });`,
  );

beforeAll(startServer);
beforeEach(() => {
  seen.length = 0;
  Object.assign(window, { seen });
  answer(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  install(appNamed('poll', { frontend: { route: '/poll', entry: 'e.js', widgets: [widget] } }));
});
afterEach(async () => {
  places.splice(0).forEach(({ view, root }) => view.unmount?.(root));
  installed.clear();
  unregisterApp('poll');
  await nextTick();
});

it('is known with its app, and goes with it', () => {
  expect(findWidget('poll-now')).toMatchObject({
    app: 'poll',
    name: '投票',
    minSize: { w: 1, h: 1 },
    permission: null,
  });
  unregisterApp('poll');
  expect(findWidget('poll-now')).toBeUndefined();
});

it('each place has a run of its own', async () => {
  define('update: function (box, props, context) { seen.push("update " + props.refreshKey); box.textContent = props.config.topic; },');
  const [one, other] = [await place(props({ topic: '甲' })), await place(props({ topic: '乙' }))];
  one.view.update?.(props({ topic: '丙' }, 1));
  expect([one.root.textContent, other.root.textContent]).toEqual(['丙', '乙']);
  one.view.unmount?.(one.root);
  expect(seen).toEqual(['mount 甲 poll', 'mount 乙 poll', 'update 1', 'unmount 丙']);
  expect([one.root.childNodes.length, other.root.textContent]).toEqual([0, '乙']);
});

it('is of the package that came last, also where the version is the same', async () => {
  define('');
  await place(props({ topic: '甲' }));
  serve(
    'poll/widgets/now.js',
    `ServiceMarket.defineWidget({ id: 'poll-now', mount: function () { seen.push('newer'); } });`,
  );
  install(appNamed('poll', { updated_at: 2000, frontend: { route: '/poll', entry: 'e.js', widgets: [widget] } }));
  await place(props({ topic: '乙' }));
  expect(seen).toEqual(['mount 甲 poll', 'newer']);
});

it('one without `update` is mounted anew', async () => {
  define('');
  const { view, root } = await place(props({ topic: '甲' }));
  view.update?.(props({ topic: '乙' }));
  expect(seen).toEqual(['mount 甲 poll', 'unmount 甲', 'mount 乙 poll']);
  expect(root.textContent).toBe('乙');
});

it('what it throws reaches the host, which shows its own retry', async () => {
  define('update: function () { throw new Error("broken"); },');
  const { view } = await place(props({ topic: '甲' }));
  expect(() => view.update?.(props({ topic: '乙' }))).toThrow('broken');
  serve('poll/widgets/now.js', `seen.push('nothing');`);
  installed.clear();
  await nextTick();
  install(appNamed('poll', { frontend: { route: '/poll', entry: 'e.js', widgets: [widget] } }));
  await expect(widgetOf('poll', widget)).rejects.toThrow('has not called ServiceMarket.defineWidget');
});

it('one that fails by itself is replaced by a way to open it again', async () => {
  define('');
  const { root } = await place(props({ topic: '甲' }));
  fail('poll', new Error('in the window of the app'), 'frontend/entry.js');
  await nextTick();
  expect(root.textContent).toBe('甲');
  fail('poll', new Error('in a timer'), 'widgets/now.js');
  await nextTick();
  expect(root.textContent).toContain('小组件出错了');
  expect(seen).toEqual(['mount 甲 poll', 'unmount 甲']);
  root.querySelector('button')?.click();
  expect(root.textContent).toBe('甲');
});
