// A message with a way back stays while somebody is about to take it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, effectScope, nextTick, type App } from 'vue';
import { setAppPath } from '@/core/app-path';
import { smallScreen } from '@/core/device';
import { useOverlay } from '@/core/overlays';
import { closeToast, toast, toasts } from '@/core/toast';
import ToastList from './ToastList.vue';
import { windows } from './windows/store';

let app: App;
let root: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  root = document.createElement('div');
  app = createApp(ToastList);
  app.mount(root);
});
afterEach(() => {
  toasts.value.forEach(({ id }) => closeToast(id));
  app.unmount();
  windows.value = [];
  smallScreen.value = false;
  vi.useRealTimers();
});

async function show(ms?: number): Promise<HTMLElement> {
  toast('已删除「开学」', { action: { label: '撤销', run: () => undefined }, ms });
  await nextTick();
  const shown = root.querySelector<HTMLElement>('.toast');
  if (!shown) throw new Error('nothing is shown');
  return shown;
}

it('goes by itself', async () => {
  await show(8000);
  vi.advanceTimersByTime(7999);
  expect(toasts.value).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toasts.value).toHaveLength(0);
});

it.each([
  ['is pointed at', 'pointerenter', 'pointerleave'],
  ['has the focus', 'focusin', 'focusout'],
])('stays while it %s, and has its time anew then', async (_, begin, end) => {
  const shown = await show(8000);
  vi.advanceTimersByTime(7000);
  shown.dispatchEvent(new Event(begin));
  vi.advanceTimersByTime(60_000);
  expect(toasts.value).toHaveLength(1);
  shown.dispatchEvent(new Event(end));
  vi.advanceTimersByTime(7999);
  expect(toasts.value).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(toasts.value).toHaveLength(0);
});

it('stays until it is closed where it shall', async () => {
  const shown = await show(0);
  shown.dispatchEvent(new Event('pointerenter'));
  shown.dispatchEvent(new Event('pointerleave'));
  vi.advanceTimersByTime(600_000);
  expect(toasts.value).toHaveLength(1);
});

it('goes when the page is opened that it leads to, and no other', async () => {
  const open = (page: string) => ({ action: { label: '查看', run: () => undefined, page } });
  toast('已举报', open('#/app/settings/moderation'));
  toast('已转发', open('#/app/chat/class'));
  await show();
  const size = { x: 0, y: 0, width: 0, height: 0 };
  windows.value = [{ app: 'settings', wanted: size, room: size, minimized: false, snap: null, away: false }];
  await nextTick();
  expect(toasts.value).toHaveLength(3);
  setAppPath('settings', 'moderation');
  await nextTick();
  expect(toasts.value.map(({ text }) => text)).toEqual(['已转发', '已删除「开学」']);
});

it('stands at the bottom of a phone too, and at the top while somebody writes there', async () => {
  const place = root.querySelector<HTMLElement>('.toasts');
  const [field, tick] = ['text', 'checkbox'].map((type) => {
    const input = document.body.appendChild(document.createElement('input'));
    input.type = type;
    return input;
  });
  const focus = async (input: HTMLElement | undefined): Promise<string | undefined> => {
    input?.focus();
    await nextTick();
    return place?.style.top;
  };
  expect(await focus(field)).toBe('');
  field?.blur();
  smallScreen.value = true;
  expect(await focus(tick)).toBe('');
  expect(await focus(field)).toContain('calc(');
  field?.blur();
  await nextTick();
  expect(place?.style.top).toBe('');
  [field, tick].forEach((input) => input?.remove());
});

it('stands above the action row of a panel that fills a phone', async () => {
  const place = root.querySelector<HTMLElement>('.toasts');
  smallScreen.value = true;
  const panel = effectScope();
  panel.run(() => useOverlay(() => undefined));
  await nextTick();
  expect([place?.style.bottom, place?.style.top]).toEqual(['calc(4.5rem + var(--svc-space-3))', '']);
  panel.stop();
  await nextTick();
  expect(place?.style.bottom).toBe('');
});

it('shows the same once, but never takes away what can be undone', () => {
  toast('网络不通', { kind: 'error' });
  toast('网络不通', { kind: 'error' });
  const see = { label: '查看', run: () => undefined, page: '#/app/settings/moderation' };
  toast('已举报', { action: see });
  toast('已举报', { action: { ...see } });
  expect(toasts.value.map(({ text }) => text)).toEqual(['网络不通', '已举报']);
  const undone: string[] = [];
  toast('已删除帖子', { action: { label: '撤销', run: () => undone.push('一') } });
  toast('已删除帖子', { action: { label: '撤销', run: () => undone.push('二') } });
  toasts.value.slice(-2).forEach(({ action }) => action?.run());
  expect(undone).toEqual(['一', '二']);
});
