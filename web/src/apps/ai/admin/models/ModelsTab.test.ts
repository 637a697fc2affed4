// What an admin is told when the default model is switched off, and how that is undone; what a class admin can do with
// the models that they have added.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, nextTick, type App, type Component } from 'vue';
import type { UserInfo } from '@/api/types';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import { toasts } from '@/core/toast';
import { ADDED, AI, MODELS } from '../queries';
import type { ManagedModel } from '../types';
import ModelsTab from './ModelsTab.vue';
import OwnModelsTab from './OwnModelsTab.vue';

const model = (id: string, label: string, more: Partial<ManagedModel> = {}) => ({
  id,
  label,
  color: '#2563eb',
  model: id,
  api_url: 'https://a.example/v1',
  api_key_masked: 'sk-1****cdef',
  has_key: true,
  enabled: true,
  is_default: false,
  sort_order: 4,
  ...more,
});
const member = (more: object) => ({ user_id: '260100', role: 'admin', officer_permissions: '[]', ...more });

let app: App;
let root: HTMLElement;
let sent: string[];
let answers: Record<string, unknown>;

beforeEach(() => {
  sent = [];
  answers = {};
  toasts.value = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/ai-chat/', '');
    if (request.method === 'GET' && !(path in answers)) return new Promise(() => undefined);
    if (request.method !== 'GET') sent.push(`${request.method} ${path} ${await request.text()}`.trim());
    const answer = JSON.stringify({ code: 0, message: '', data: answers[path] ?? null });
    return new Response(answer, { headers: { 'Content-Type': 'application/json' } });
  });
});
afterEach(() => {
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function show(tab: Component): Promise<void> {
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(tab);
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await nextTick();
}

const words = (): string => toasts.value[toasts.value.length - 1]?.text ?? '';
const press = (name: string): void => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();

it('names the next default model, and puts both back', async () => {
  updateUser(member({ is_admin: 1, is_class_admin: false }) as unknown as UserInfo);
  const models = [model('a', '甲', { is_default: true }), model('b', '乙')];
  queryClient.setQueryData(MODELS, { models, default_model: 'a', has_search: true });
  await show(ModelsTab);
  answers['admin/models/a/toggle'] = { enabled: false, default_model: 'b' };
  press('启用甲');
  await vi.waitFor(() => expect(words()).toBe('已停用「甲」，默认模型改为「乙」'));
  answers['admin/models/a/toggle'] = { enabled: true, default_model: 'b' };
  toasts.value[0]?.action?.run();
  await vi.waitFor(() => expect(words()).toBe('「甲」现在是默认模型'));
  expect(sent).toEqual([
    'PUT admin/models/a/toggle',
    'PUT admin/models/a/toggle',
    'PUT admin/models/default {"id":"a"}',
  ]);
});

it('offers no undo for a model that was not the default', async () => {
  updateUser(member({ is_admin: 1, is_class_admin: false }) as unknown as UserInfo);
  const models = [model('a', '甲', { is_default: true }), model('b', '乙')];
  queryClient.setQueryData(MODELS, { models, default_model: 'a', has_search: true });
  await show(ModelsTab);
  answers['admin/models/b/toggle'] = { enabled: false, default_model: 'a' };
  press('启用乙');
  await vi.waitFor(() => expect(words()).toContain('已停用「乙」'));
  expect(toasts.value[0]?.action).toBeUndefined();
});

it('lets a class admin disable and delete what they have added, and only see the rest', async () => {
  updateUser(member({ is_admin: 0, is_class_admin: true }) as unknown as UserInfo);
  const own = model('own', '班级', { class: '01' });
  queryClient.setQueryData(ADDED, { models: [own], has_search: false });
  queryClient.setQueryData([...AI, 'usable'], { models: [own, model('all', '全校', { is_default: true })] });
  await show(OwnModelsTab);
  expect(root.textContent).toContain('sk-1****cdef');
  expect([...root.querySelectorAll('.label')].map((one) => one.textContent)).toContain('全校');
  expect(root.querySelector('[aria-label="编辑全校"], [aria-label="把班级设为默认"]')).toBeNull();
  press('启用班级');
  await vi.waitFor(() => expect(words()).toContain('已停用「班级」'));
  press('删除班级');
  await nextTick();
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('它的密钥一并删除');
  [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
    .find((one) => one.textContent.trim() === '删除')
    ?.click();
  await vi.waitFor(() => expect(words()).toBe('已删除「班级」'));
  expect(sent).toEqual(['PUT admin/own-models/own {"enabled":false}', 'DELETE admin/own-models/own']);
});
