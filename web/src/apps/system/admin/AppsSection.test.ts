// The switches of apps in the console.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { defineApp, registerApp } from '@/core/apps';
import { queryClient } from '@/core/query';
import AppsSection from './AppsSection.vue';

afterEach(() => {
  document.body.innerHTML = '';
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('are called as the icons of the apps, and by the words of the server where there is no icon', async () => {
  registerApp(defineApp({ name: 'board', title: { zh: '黑板', en: 'Board' } }));
  const app = (name: string, label: string) => ({ name, label, label_en: label, enabled: true, class_enabled: null });
  const apps = [app('board', '黑板中心'), app('elsewhere', '别处')];
  const body = JSON.stringify({ code: 200, message: '', data: { apps } });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } })),
  );
  const root = document.body.appendChild(document.createElement('div'));
  const view = createApp(() => h(AppsSection, { narrow: false }));
  view.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.waitFor(() => expect(root.textContent).toContain('别处'));
  expect(root.textContent).toContain('黑板');
  expect(root.textContent).not.toContain('黑板中心');
  view.unmount();
});
