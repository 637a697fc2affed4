// Native components behave like any other widget.
import { afterEach, expect, it } from 'vitest';
import { createApp, defineComponent, h, nextTick, reactive, type App } from 'vue';
import { loadView } from './apps';
import { isNativeView } from './apps';

let app: App | undefined;
afterEach(() => app?.unmount());

it('knows a native view from a component', () => {
  expect(isNativeView({ mount: () => undefined })).toBe(true);
  expect(isNativeView(defineComponent({ render: () => null }))).toBe(false);
  expect(isNativeView(null)).toBe(false);
});

it('mounts, updates and unmounts', async () => {
  const calls: string[] = [];
  const native = {
    mount: (element: HTMLElement, props: { refreshKey: number }) => {
      element.textContent = 'hello';
      calls.push(`mount ${props.refreshKey}`);
    },
    update: (props: { config: Record<string, unknown>; refreshKey: number }) =>
      calls.push(`update ${props.refreshKey} ${String(props.config.a)}`),
    unmount: () => calls.push('unmount'),
  };
  const view = await loadView(async () => ({ default: native }));
  const props = reactive({ config: { a: 1 }, refreshKey: 0 });
  const root = document.createElement('div');
  app = createApp({ render: () => h(view, props) });
  app.mount(root);
  expect(root.textContent).toBe('hello');
  props.refreshKey = 1;
  await nextTick();
  props.config = { a: 2 };
  await nextTick();
  app.unmount();
  app = undefined;
  expect(calls).toEqual(['mount 0', 'update 1 1', 'update 1 2', 'unmount']);
});
