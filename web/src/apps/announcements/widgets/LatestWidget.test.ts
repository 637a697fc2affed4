// What the card of announcements says while it has none.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { queryClient } from '@/core/query';
import LatestWidget from './LatestWidget.vue';

afterEach(() => {
  document.body.innerHTML = '';
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each<[Record<string, string>, string]>([
  [{}, '还没有公告'],
  [{ type: 'homework' }, '还没有作业'],
])('speaks of what it shows: %o', async (config, text) => {
  const notice = { id: 'a', type: 'notice', title: '通知', content: '', read: true };
  const announcements = config.type ? [notice] : [];
  const body = JSON.stringify({
    code: 200,
    message: '',
    data: { announcements, total: announcements.length, page: 1, limit: 20 },
  });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } })),
  );
  const root = document.body.appendChild(document.createElement('div'));
  const view = createApp(() => h(LatestWidget, { config, refreshKey: 0 }));
  view.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.waitFor(() => expect(root.textContent).toContain(text));
  view.unmount();
});
