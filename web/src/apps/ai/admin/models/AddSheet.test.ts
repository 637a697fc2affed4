// Where the form for new models says that there is none yet, and how long.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { updateUser } from '@/core/session';
import AddSheet from './AddSheet.vue';
import { COLORS } from './options';

const MISSING = '请至少选择或填写一个模型';
let app: App;

beforeEach(async () => {
  const admin = { user_id: '260100', is_admin: 1, is_class_admin: false, role: 'admin', officer_permissions: '[]' };
  updateUser(admin as unknown as UserInfo);
  const data = { ok: true, models: ['one', 'two'], message: '' };
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ code: 0, message: '', data }), { headers: { 'Content-Type': 'application/json' } }),
  );
  app = createApp(() => h(AddSheet, { models: [], count: 3, hasSearch: false }));
  app.mount(document.body.appendChild(document.createElement('div')));
  const url = document.querySelector('input') as HTMLInputElement;
  url.value = 'https://a.example/v1';
  url.dispatchEvent(new Event('input', { bubbles: true }));
  await nextTick();
});
afterEach(() => {
  app.unmount();
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
});

const press = async (name: string): Promise<void> => {
  [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name)?.click();
  await nextTick();
};
/** The buttons beside which it is said. */
const said = (): (string | undefined)[] =>
  [...document.querySelectorAll('[data-fault]')]
    .filter(({ textContent }) => textContent === MISSING)
    .map((fault) => fault.parentElement?.querySelector('button')?.textContent.trim());

it('says beside the test that it has no model', async () => {
  await press('测试连接');
  expect(said()).toEqual(['测试连接']);
});

it('says at the models that none is chosen, until the list is there', async () => {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await nextTick();
  expect(said()).toEqual(['获取模型列表']);
  await press('获取模型列表');
  await vi.waitFor(() => expect(document.querySelectorAll('input[value="one"]')).toHaveLength(1));
  expect(said()).toEqual([]);
});

it('says where the portal has no search, and begins with a colour of its own', () => {
  expect(document.body.textContent).toContain('门户没有配置搜索服务（SEARCH_API_URL）');
  expect(document.querySelector<HTMLInputElement>('.color input:checked')?.value).toBe(COLORS[3].value);
});
