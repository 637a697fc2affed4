// What the island says beside the notice that it shows.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, effectScope, nextTick, type App } from 'vue';
import { closeNotice, notice, notify, resetNotices } from '@/core/notify';
import { useOverlay } from '@/core/overlays';
import NoticeIsland from './NoticeIsland.vue';

let view: App;
let root: HTMLElement;
// Those that are closed are on their way out.
const shown = () => root.querySelector('.place')?.lastElementChild?.textContent ?? '';

beforeEach(() => {
  view = createApp(NoticeIsland);
  root = document.createElement('div');
});
afterEach(() => {
  view.unmount();
  resetNotices();
  vi.useRealTimers();
});

it('says how many wait, until the last one shows', async () => {
  ['a', 'b', 'c'].forEach((title) => notify({ title, ms: 0 }));
  view.mount(root);
  expect(shown()).toContain('还有 2 条');
  closeNotice(notice.value?.id ?? '');
  await nextTick();
  expect(shown()).toContain('还有 1 条');
  closeNotice(notice.value?.id ?? '');
  await nextTick();
  expect(shown()).toBe('c');
});

it('waits while a dialog is open, and lets only what is urgent lie over it', async () => {
  vi.useFakeTimers();
  const seen = vi.fn<() => void>();
  const dialog = effectScope();
  dialog.run(() => useOverlay(() => undefined));
  view.mount(root);
  notify({ title: 'news', onShown: seen });
  await nextTick();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([shown(), seen.mock.calls.length]).toEqual(['', 0]);
  notify({ title: 'fire drill', priority: 'urgent', emphasis: 'urgent', ms: 0 });
  await nextTick();
  expect(shown()).toContain('fire drill');
  closeNotice(notice.value?.id ?? '');
  await nextTick();
  expect(notice.value?.title).toBe('news');
  dialog.stop();
  await nextTick();
  expect([shown().includes('news'), seen.mock.calls.length]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(notice.value).toBeNull();
});

it.each([
  ['cuts the text of what stands in the inbox', true],
  ['shows the text of a broadcast whole, which counts as seen from then on', undefined],
])('%s', async (_, isKept) => {
  view.mount(root);
  notify({ title: 'news', text: 'a long text', isKept });
  await nextTick();
  expect(root.querySelector('.island')?.classList.contains('clamped')).toBe(isKept === true);
});
