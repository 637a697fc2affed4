// Whom the list of members lets somebody choose for a policy.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, nextTick, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import { AI } from '../queries';
import MembersTab from './MembersTab.vue';

const member = (user_id: string, real_name: string, more: Partial<UserInfo> = {}) => ({
  user_id,
  real_name,
  net_name: user_id,
  is_admin: 0,
  is_class_admin: false,
  role: 'user',
  officer_permissions: '[]',
  ...more,
});
const CLASS_ADMIN = member('260100', '周明远', { is_class_admin: true, role: 'admin' });
const ADMIN = member('260101', '林知夏', { is_admin: 1, role: 'admin' });
const OFFICER = member('260102', '陈默', { role: 'officer' });
const MEMBER = member('260103', '许安然');
const OTHER_CLASS = member('260203', '郑爽朗');
const USERS = [CLASS_ADMIN, ADMIN, OFFICER, MEMBER, OTHER_CLASS];

let app: App;
let root: HTMLElement;

beforeEach(() => {
  updateUser(CLASS_ADMIN as unknown as UserInfo);
  queryClient.setQueryData([...AI, 'policies'], { policies: [], models: [] });
  queryClient.setQueryData([...AI, 'given'], { map: {} });
  const answer = JSON.stringify({ code: 0, message: '', data: { users: USERS, total: USERS.length } });
  vi.stubGlobal('fetch', async (request: Request) =>
    request.url.includes('/api/admin/users')
      ? new Response(answer, { headers: { 'Content-Type': 'application/json' } })
      : new Promise(() => undefined),
  );
});
afterEach(() => {
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function show(): Promise<void> {
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(MembersTab);
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.waitFor(() => expect(root.querySelectorAll('.member')).toHaveLength(USERS.length));
}

const box = (name: string): HTMLInputElement =>
  root.querySelector<HTMLInputElement>(`input[aria-label="选择${name}"]`) as HTMLInputElement;
const button = (start: string): HTMLButtonElement | undefined =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent.trim().startsWith(start));
const names = (isWanted: (box: HTMLInputElement) => boolean): string[] =>
  USERS.map(({ real_name: name }) => name).filter((name) => isWanted(box(name)));

it('a class admin chooses members and officers of the own class, and nobody else', async () => {
  await show();
  expect(names(({ disabled }) => !disabled)).toEqual(['陈默', '许安然']);
});

it('an admin chooses members of every class, but not another admin or themselves', async () => {
  updateUser({ ...ADMIN, user_id: '260104' } as unknown as UserInfo);
  await show();
  expect(names(({ disabled }) => disabled)).toEqual(['林知夏']);
});

it('says in sight and to a screen reader why a member cannot be chosen', async () => {
  await show();
  const reason = (name: string): string | undefined => {
    const id = box(name).getAttribute('aria-describedby');
    return id ? document.getElementById(id)?.textContent : undefined;
  };
  expect(USERS.map(({ real_name: name }) => reason(name))).toEqual([
    '你自己',
    '不由你管理',
    undefined,
    undefined,
    '不由你管理',
  ]);
});

it('counts and chooses with "select all" those alone who can be chosen', async () => {
  await show();
  button('选择全部')?.click();
  await nextTick();
  expect(names(({ checked }) => checked)).toEqual(['陈默', '许安然']);
  expect(root.querySelector('[role="status"]')?.textContent.trim()).toBe('已选 2 名成员');
  expect(button('选择全部')).toBeUndefined();
  button('取消选择')?.click();
  await nextTick();
  expect(button('选择全部')?.textContent.trim()).toBe('选择全部 2 名');
});

it('lets somebody be taken off who has risen after being chosen', async () => {
  await show();
  box('陈默').click();
  await nextTick();
  updateUser({ ...OFFICER, user_id: '260105' } as unknown as UserInfo);
  await nextTick();
  expect(names(({ disabled }) => !disabled)).toEqual(['陈默']);
  box('陈默').click();
  await nextTick();
  expect(names(({ disabled }) => !disabled)).toEqual([]);
});
