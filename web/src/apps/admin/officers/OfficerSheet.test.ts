// What the form of an office saves while the names of the rights are there, on their way, or missing.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import type { Officer } from '../types';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import OfficerSheet from './OfficerSheet.vue';

const HELD = ['manage_users', 'manage_bots'];
const officer = { user_id: '260102', real_name: '沈听澜', officer_title: '', officer_permissions: HELD } as Officer;
const text = (zh: string) => ({ zh, en: zh });
const REGISTRY = {
  permissions: [
    { id: 'manage_users', name: text('管理成员'), about: text('编辑成员') },
    { id: 'manage_posts', name: text('管理帖子'), about: text('删除帖子') },
  ],
  actions: [],
  log_words: [],
};

let app: App;
let root: HTMLElement;
let sent: unknown[];
let asked: number;
/** What the registry answers; null when it does not. */
let registry: Response | null;

const answerOf = (data: unknown, status = 200): Response =>
  new Response(JSON.stringify({ code: status, message: '', data }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });

beforeEach(() => {
  updateUser({ user_id: '260100', is_admin: 1 } as UserInfo);
  sent = [];
  asked = 0;
  registry = null;
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'PATCH') {
      sent.push(await request.json());
      return answerOf(null);
    }
    asked += 1;
    return registry?.clone() ?? new Promise(() => undefined);
  });
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(OfficerSheet, { officer }));
});
afterEach(() => {
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const mount = (): unknown => app.use(VueQueryPlugin, { queryClient }).mount(root);
const switches = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('[role="switch"]')];
const named = (name: string): HTMLInputElement =>
  switches().find((field) => field.getAttribute('aria-label') === name) as HTMLInputElement;

async function save(title: string): Promise<void> {
  const field = document.querySelector('form input:not([role])') as HTMLInputElement;
  field.value = title;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await nextTick();
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
}

it('saves the title alone before the names have come', async () => {
  mount();
  expect(switches()).toHaveLength(0);
  await save('班长');
  expect(sent).toEqual([{ title: '班长' }]);
});

it('saves the title alone when the names are missing', async () => {
  registry = answerOf(null, 404);
  mount();
  await vi.waitFor(() => expect(document.querySelector('form [role="alert"]')).not.toBeNull());
  await save('班长');
  expect(sent).toEqual([{ title: '班长' }]);
});

it('asks again for names that are missing', async () => {
  registry = answerOf(null, 404);
  mount();
  await vi.waitFor(() => expect(document.querySelector('form [role="alert"]')).not.toBeNull());
  registry = answerOf(REGISTRY);
  document.querySelector<HTMLElement>('form [role="alert"] button')?.click();
  await vi.waitFor(() => expect(switches()).toHaveLength(3));
  expect(asked).toBe(2);
});

it('keeps a right that no feature knows until its switch is turned off', async () => {
  registry = answerOf(REGISTRY);
  mount();
  await vi.waitFor(() => expect(switches()).toHaveLength(3));
  named('管理帖子').click();
  await save('');
  expect(sent).toEqual([{ title: '', permissions: [...HELD, 'manage_posts'] }]);
  sent = [];
  named('manage_bots').click();
  await save('');
  expect(sent).toEqual([{ title: '', permissions: ['manage_users', 'manage_posts'] }]);
});
