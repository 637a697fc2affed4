// What the curtain says of the locks of all screens, and whom it offers to lift them.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, type App } from 'vue';
import type { Session } from '@/api/types';
import { forgetClassLock } from '@/core/class-lock';
import { queryClient } from '@/core/query';
import { enter } from '@/core/session';
import LockScreen from './LockScreen.vue';

let app: App | undefined;
let root: HTMLElement;
let answer: unknown;
let put: unknown[];

const json = (data: unknown) =>
  new Response(JSON.stringify({ code: 200, message: 'x', data }), { headers: { 'Content-Type': 'application/json' } });

beforeEach(() => {
  localStorage.clear();
  put = [];
  root = document.body.appendChild(document.createElement('div'));
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'PUT') put.push(await request.json());
    return json(answer);
  });
});
afterEach(() => {
  app?.unmount();
  root.remove();
  forgetClassLock();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const locks = (portal: boolean, own: boolean) => ({
  enabled: portal || own,
  class: '02',
  portal_enabled: portal,
  class_enabled: own,
});
const button = (label: string) => [...root.querySelectorAll('button')].find((one) => one.textContent?.trim() === label);

async function show(now: unknown, member: object): Promise<void> {
  answer = now;
  const user_info = {
    user_id: '260201',
    net_name: 'x',
    real_name: 'x',
    is_admin: 0,
    is_class_admin: false,
    role: 'user',
    ...member,
  };
  enter({ user_info, screens_locked: true } as unknown as Session);
  app = createApp(LockScreen);
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.waitFor(() => expect(root.querySelector('[role=status]')?.textContent).not.toBe('屏幕已锁定'));
}

it('says from the start that the portal is locked, and offers a class admin nothing to lift', async () => {
  await show(locks(true, false), { is_class_admin: true });
  expect(root.textContent).toContain('全校屏幕已锁定，由系统管理员解除');
  expect(button('解除「2 班」锁屏')).toBeUndefined();
  expect(button('解除全校锁屏')).toBeUndefined();
});

it('says both where both are on, and lifts the one that is asked for', async () => {
  await show(locks(true, true), { is_class_admin: true });
  expect(root.textContent).toContain('全校和全班的屏幕都已锁定');
  expect(button('解除全校锁屏')).toBeUndefined();
  answer = locks(true, false);
  button('解除「2 班」锁屏')?.click();
  await vi.waitFor(() => expect(root.textContent).toContain('全校屏幕已锁定，由系统管理员解除'));
  expect(put).toEqual([{ enabled: false, class: '02' }]);
});

it('offers an admin of all classes each lock by its name, and a member none', async () => {
  await show(locks(true, true), { is_admin: 1 });
  expect([button('解除「2 班」锁屏'), button('解除全校锁屏')]).not.toContain(undefined);
  app?.unmount();
  forgetClassLock();
  await show(locks(false, true), {});
  expect(root.textContent).toContain('全班屏幕已锁定');
  expect(button('解除「2 班」锁屏')).toBeUndefined();
});
