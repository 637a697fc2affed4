// What the window begins with: pupils with the wall and what is left, class admins with what is running.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, type App as Mounted } from 'vue';
import type { UserInfo } from '@/api/types';
import { setAppPath } from '@/core/app-path';
import { smallScreen } from '@/core/device';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import App from './App.vue';
import * as calls from './calls';
import { cardOf } from './testing';
import type { ListQuery } from './types';

vi.mock('./calls');
vi.mock('./lessons', () => ({ useLessonsOn: () => ({ value: () => [] }) }));

/** A Monday; the cards were set at the weekend before. */
const TODAY = '2026-09-14';
const due = (date: string) => ({ due_date: date, due_at: new Date(`${date}T23:59:00`).toISOString() });
const staff = { manageable: true, progress: { members: 39, done: 22, handed_in: 0 } };
const SUNDAY = cardOf(1, { title: '导数', assigned_on: '2026-09-13', ...due('2026-09-15'), ...staff });
const SATURDAY = cardOf(2, { title: '作文', assigned_on: '2026-09-12', ...due('2026-09-19'), ...staff });
const OVER = cardOf(3, { title: '听力', assigned_on: '2026-09-11', ...due('2026-09-12'), ...staff });

let app: Mounted;
let root: HTMLElement;

async function open(member: object, left: (typeof SUNDAY)[] = []): Promise<void> {
  updateUser({ user_id: '260101', is_class_admin: false, ...member } as UserInfo);
  const list = (homework: (typeof SUNDAY)[]) => ({ homework, total: homework.length, page: 1, limit: 100 });
  vi.mocked(calls.readCards).mockImplementation(async (query: ListQuery) => {
    if (query.open) return list(left);
    return list([SUNDAY, SATURDAY, OVER].filter(({ assigned_on: on }) => on >= (query.from ?? '')));
  });
  vi.mocked(calls.readPlanned).mockResolvedValue({ homework: [], total: 0, page: 1, limit: 100 });
  vi.mocked(calls.readSubjects).mockResolvedValue([]);
  app = createApp(() => h(App));
  root = document.body.appendChild(document.createElement('div'));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.waitFor(() => expect(root.querySelector('.state, .running, [data-id]')).not.toBeNull());
  await nextTick();
}
const tabs = (): string[] => [...root.querySelectorAll('.segment button')].map((tab) => tab.textContent?.trim() ?? '');
const cards = (within: ParentNode = root): (string | null)[] =>
  [...within.querySelectorAll('[data-id] .title')].map((title) => title.textContent);
const section = (name: string): Element | null => root.querySelector(`section[aria-label="${name}"]`);

beforeEach(async () => {
  vi.resetAllMocks();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${TODAY}T11:00:00`) });
  smallScreen.value = false;
  await setLanguage('zh');
});
afterEach(() => {
  app.unmount();
  root.remove();
  setAppPath('homework', '');
  queryClient.clear();
  vi.useRealTimers();
});

it('begins for class admins with what is running, by due day and with its counts', async () => {
  await open({ user_id: '260100', is_class_admin: true });
  expect(tabs()).toEqual(['进行中2', '作业墙']);
  expect([...root.querySelectorAll('.group .name')].map((name) => name.textContent?.trim())).toEqual([
    '明天 1',
    '周六 1',
  ]);
  expect(cards()).toEqual(['导数', '作文']);
  expect(root.textContent).toContain('22/39 完成');
  expect(root.querySelector('[role=checkbox]')).toBeNull();
});

it('has above the wall of those who set homework what was set before and is still due', async () => {
  await open({ user_id: '260100', is_class_admin: true });
  [...root.querySelectorAll<HTMLElement>('.segment button')][1]?.click();
  await vi.waitFor(() => expect(section('还没到期')).not.toBeNull());
  expect(cards(section('还没到期') ?? root)).toEqual(['导数', '作文']);
  expect(root.textContent).toContain('这一周还没有布置新作业');
});

it('shows an officer what is left first, and nothing twice', async () => {
  await open({ role: 'officer', officer_permissions: '["manage_announcements"]' }, [SUNDAY]);
  await vi.waitFor(() => expect(section('还没到期')).not.toBeNull());
  expect(tabs()).toEqual(['作业墙', '待完成1']);
  expect([cards(section('之前布置的') ?? root), cards(section('还没到期') ?? root)]).toEqual([['导数'], ['作文']]);
});

it('asks nothing more for pupils', async () => {
  await open({});
  expect(tabs()).toEqual(['作业墙', '待完成']);
  expect(root.textContent).toContain('这一周没有作业');
  expect(section('还没到期')).toBeNull();
  expect(vi.mocked(calls.readCards)).toHaveBeenCalledTimes(2);
});
