// The parts of the portal in the console: people's words, no names of the program.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createApp } from 'vue';
import { queryClient } from '@/core/query';
import ProcessList from './ProcessList.vue';

afterEach(() => {
  document.body.innerHTML = '';
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('names each part in words, and says of one without words what it is', async () => {
  const part = (name: string) => ({ name, state: 'running', since: '2027-01-01T00:00:00Z', restarts: 0 });
  const processes = ['session-notes', 'newer-part'].map(part);
  const body = JSON.stringify({ code: 200, message: '', data: { processes, manageable: true } });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } })),
  );
  const root = document.body.appendChild(document.createElement('div'));
  const view = createApp(ProcessList);
  view.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.waitFor(() => expect(root.textContent).toContain('登录设备的最近使用'));
  expect(root.textContent).not.toContain('session-notes');
  expect(root.textContent).toContain('其他部分（newer-part）');
  view.unmount();
});
