// What the island says beside the notice that it shows.
import { afterEach, expect, it } from 'vitest';
import { createApp, nextTick } from 'vue';
import { closeNotice, notice, notify, resetNotices } from '@/core/notify';
import NoticeIsland from './NoticeIsland.vue';

const view = createApp(NoticeIsland);

afterEach(() => {
  view.unmount();
  resetNotices();
});

it('says how many wait, until the last one shows', async () => {
  ['a', 'b', 'c'].forEach((title) => notify({ title, ms: 0 }));
  const root = document.createElement('div');
  view.mount(root);
  // Those that are closed are on their way out.
  const shown = () => root.querySelector('.place')?.lastElementChild?.textContent;
  expect(shown()).toContain('还有 2 条');
  closeNotice(notice.value?.id ?? '');
  await nextTick();
  expect(shown()).toContain('还有 1 条');
  closeNotice(notice.value?.id ?? '');
  await nextTick();
  expect(shown()).toBe('c');
});
