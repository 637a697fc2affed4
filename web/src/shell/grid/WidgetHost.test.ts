// The host keeps a broken or slow widget from harming the desktop.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, defineComponent, h, nextTick, type App } from 'vue';
import { findWidget, registerApp, registerBuiltIn, setDisabledApps, type AppDetails, type LoadView } from '@/core/apps';
import { registerWidget } from '@/core/register-widget';
import WidgetHost from './WidgetHost.vue';

let app: App | undefined;
let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  root = document.createElement('div');
});
afterEach(() => {
  app?.unmount();
  vi.useRealTimers();
});

function show(component: LoadView, config = {}): void {
  registerWidget({ id: 'test-one', name: { zh: '试验', en: 'Test' }, component }, 'test');
  const manifest = findWidget('test-one');
  const widget = { id: 'x', type: 'test-one', config, size: { w: 2, h: 2 }, manifest };
  app = createApp({ render: () => h(WidgetHost, { widget }) });
  app.mount(root);
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  await nextTick();
}

it('hands over configuration and refresh key, and tells size and name', async () => {
  const props = { config: Object, refreshKey: Number };
  const view = defineComponent({
    props,
    render() {
      return h('p', `${String(this.config?.filter)} ${this.refreshKey}`);
    },
  });
  show(async () => ({ default: view }), { filter: 'pinned' });
  await settle();
  expect(root.textContent).toBe('pinned 0');
  expect(root.querySelector('article')?.getAttribute('aria-label')).toBe('试验');
  expect(root.querySelector('article')?.dataset.w).toBe('2');
});

it('shows a skeleton only after 120 ms', async () => {
  show(() => new Promise(() => undefined));
  await vi.advanceTimersByTimeAsync(100);
  expect(root.querySelector('[role=status]')).toBeNull();
  await vi.advanceTimersByTimeAsync(40);
  expect(root.querySelector('[role=status]')).not.toBeNull();
});

it('shows a card with a retry when the code cannot be loaded, and recovers', async () => {
  let broken = true;
  show(async () => {
    if (broken) throw new Error('chunk is gone');
    return { default: defineComponent({ render: () => h('p', '好了') }) };
  });
  await settle();
  expect(root.querySelector('[role=alert]')?.textContent).toContain('「试验」出错了');
  broken = false;
  root.querySelector('button')?.click();
  await settle();
  expect(root.textContent).toContain('好了');
});

it('catches what a widget throws while it renders', async () => {
  const view = defineComponent({
    render() {
      throw new Error('bug');
    },
  });
  show(async () => ({ default: view }));
  await settle();
  expect(root.querySelector('[role=alert]')).not.toBeNull();
});

it('says that an admin has switched its app off, rather than that it is gone', async () => {
  registerApp({ name: 'test', title: { zh: '试验应用', en: 'Test app' }, App: async () => ({ default: {} }) });
  setDisabledApps(['test']);
  show(async () => ({ default: defineComponent({ render: () => h('p', 'x') }) }));
  await settle();
  expect(root.textContent).toContain('「试验应用」已被管理员关闭');
  setDisabledApps([]);
});

it('waits for the details of apps where nothing is known of its widget, and says when they bring none', async () => {
  const view = defineComponent({ render: () => h('p', '值日') });
  const widgets = [{ id: 'duty-today', name: '值日', component: async () => ({ default: view }) }];
  let answer: (details: Record<string, AppDetails>) => void = () => undefined;
  registerBuiltIn([{ name: 'duty', title: '值日' }], () => new Promise((resolve) => (answer = resolve)));
  const placed = (type: string) => ({ id: type, type, config: {}, size: { w: 2, h: 2 } });
  const hosts = ['duty-today', 'gone-today'];
  app = createApp({
    render: () =>
      hosts.map((type) => h(WidgetHost, { key: type, widget: { ...placed(type), manifest: findWidget(type) } })),
  });
  app.mount(root);
  await vi.advanceTimersByTimeAsync(140);
  expect(root.querySelectorAll('[role=status]').length).toBe(2);
  answer({ duty: { widgets } });
  await settle();
  await settle();
  const [duty, gone] = root.querySelectorAll('article');
  expect(duty?.textContent).toBe('值日');
  expect(gone?.textContent).toContain('这个小组件的应用已不在');
});
