// Parts of the shell without a server: nothing fails silently, and nothing stays away for good.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, defineComponent, h, nextTick, ref, type App } from 'vue';
import { serverOffline } from '@/core/connection';
import { toasts } from '@/core/toast';
import { lazyPart } from './lazy-part';

const Panel = defineComponent({
  props: { name: String },
  render() {
    return h('p', `panel ${this.name}`);
  },
});
const open = ref(false);
const wanted = ref('');
let app: App | undefined;
let root: HTMLElement;
let asked: number;
let broken: boolean;

const load = async () => {
  asked += 1;
  if (broken) throw new Error('chunk is gone');
  return { default: Panel };
};
const settle = () => new Promise((done) => setTimeout(done, 0)).then(nextTick);

const slots = { default: () => h('p', 'not here'), waiting: () => h('p', 'on its way') };

function show(part: ReturnType<typeof lazyPart>): void {
  app = createApp(() => (open.value ? h(part.view, { name: 'x', wanted: wanted.value }, slots) : null));
  app.mount(root);
}

beforeEach(() => {
  root = document.createElement('div');
  asked = 0;
  broken = false;
  serverOffline.value = false;
  toasts.value = [];
  open.value = true;
  wanted.value = '';
});
afterEach(() => app?.unmount());

it('draws the part with what it is given, and what stands in for it until then', async () => {
  show(lazyPart(load));
  expect(root.textContent).toBe('on its way');
  await settle();
  expect(root.textContent).toBe('panel x');
});

it('says that what was asked for is not there, takes the wish back, and fulfils the next one', async () => {
  serverOffline.value = true;
  show(lazyPart(load, () => (open.value = false)));
  await settle();
  expect([open.value, toasts.value.length, asked]).toEqual([false, 1, 0]);
  serverOffline.value = false;
  open.value = true;
  await settle();
  expect(root.textContent).toBe('panel x');
});

it('says so too when the chunk does not come', async () => {
  broken = true;
  show(lazyPart(load, () => (open.value = false)));
  await settle();
  expect([open.value, toasts.value.length]).toEqual([false, 1]);
});

it('takes nothing back that was closed meanwhile', async () => {
  broken = true;
  const refuse = vi.fn();
  show(lazyPart(load, refuse));
  app?.unmount();
  await settle();
  expect([refuse.mock.calls.length, toasts.value.length]).toEqual([0, 0]);
});

it('shows what stands in for it, and comes by itself when the server is back', async () => {
  broken = true;
  show(lazyPart(load));
  await settle();
  expect(root.textContent).toBe('not here');
  serverOffline.value = true;
  broken = false;
  await settle();
  serverOffline.value = false;
  await settle();
  expect(root.textContent).toBe('panel x');
});

it('is fetched again, and said to be missing again, when something else is wanted of it', async () => {
  broken = true;
  const refuse = vi.fn();
  wanted.value = 'one';
  show(lazyPart(load, refuse));
  await settle();
  wanted.value = '';
  await settle();
  expect([asked, toasts.value.length]).toEqual([1, 1]);
  wanted.value = 'two';
  await settle();
  expect([asked, refuse.mock.calls.length]).toEqual([2, 2]);
  broken = false;
  wanted.value = 'one';
  await settle();
  expect([root.textContent, asked]).toEqual(['panel x', 3]);
});

it('is there without a server once it was fetched', async () => {
  const part = lazyPart(load, () => (open.value = false));
  expect(await part.fetch()).toBe(true);
  serverOffline.value = true;
  show(part);
  await settle();
  expect([root.textContent, asked]).toEqual(['panel x', 1]);
});

it('says that what was asked for is slow, and gives it up once the server is known to be away', async () => {
  vi.useFakeTimers();
  const asks = vi.fn(() => Promise.reject(new TypeError('away')));
  vi.stubGlobal('fetch', asks);
  const never = (): Promise<never> => new Promise(() => undefined);
  const tell = vi.fn<() => void>();
  show(lazyPart(never, () => (open.value = false), tell));
  await vi.advanceTimersByTimeAsync(2000);
  expect(toasts.value).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect([toasts.value.map(({ text }) => text), asks.mock.calls.length, open.value]).toEqual([
    ['网络较慢，正在下载…'],
    1,
    true,
  ]);
  serverOffline.value = true;
  await nextTick();
  expect([open.value, tell.mock.calls.length]).toEqual([false, 1]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
