// Homework among announcements: it says what its own app says, and is counted there.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App as VueApp, type Component } from 'vue';
import type { UserInfo } from '@/api/types';
import { registerApp, unregisterApp } from '@/core/apps';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import { todayText } from '@/core/time';
import App from './App.vue';
import LatestWidget from './widgets/LatestWidget.vue';

const HOUR_MS = 3_600_000;
const HOUR_AGO = new Date(Date.now() - HOUR_MS).toISOString();
const ahead = new Date(Date.now() + HOUR_MS).toISOString();
const submission = { text: '', files: [], submitted_at: HOUR_AGO, late: false, revision: 1 };

const entry = (id: number, type: 'notice' | 'homework', read: boolean) => ({
  id,
  type,
  read,
  title: `公告 ${id}`,
  content: '',
  due_date: type === 'homework' ? todayText() : null,
  pinned: false,
  requires_ack: false,
  author_id: '260100',
  author_real_name: '周明远',
  author_title: '',
  revision: 1,
  published_at: HOUR_AGO,
  updated_at: HOUR_AGO,
});
const ANNOUNCEMENTS = [entry(1, 'notice', false), ...[2, 3, 4, 5].map((id) => entry(id, 'homework', false))];
const card = (id: number, more: object) => ({
  id,
  hand_in: false,
  due_at: ahead,
  done_at: null,
  submission: null,
  ...more,
});
const CARDS = [
  card(2, { due_at: HOUR_AGO }),
  card(3, { done_at: HOUR_AGO }),
  card(4, { hand_in: true, submission }),
  card(5, {}),
];

let asked: URL[];
let view: VueApp;
let root: HTMLElement;

function answerTo({ pathname, search }: URL): unknown {
  if (pathname === '/api/homework') return { homework: CARDS, total: CARDS.length, page: 1, limit: 100 };
  const announcements = ANNOUNCEMENTS.filter(({ type }) => type === 'notice' || !search.includes('type=notice'));
  return { announcements, total: announcements.length, page: 1, limit: 20 };
}

function show(component: Component, props = {}): void {
  root = document.body.appendChild(document.createElement('div'));
  view = createApp(() => h(component, props));
  view.use(VueQueryPlugin, { queryClient }).mount(root);
}

beforeEach(async () => {
  asked = [];
  registerApp({ name: 'homework', title: '作业', App: async () => ({ default: {} }) });
  vi.stubGlobal('fetch', ({ url }: Request) => {
    asked.push(new URL(url));
    const body = JSON.stringify({ code: 200, message: '', data: answerTo(new URL(url)) });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  });
  updateUser({ user_id: '260101', is_class_admin: false } as UserInfo);
  await setLanguage('zh');
});
afterEach(() => {
  view.unmount();
  root.remove();
  queryClient.clear();
  unregisterApp('homework');
  vi.unstubAllGlobals();
});

const noteOf = (id: number): string | undefined => root.querySelector(`[data-id="${id}"] .tag`)?.textContent?.trim();

it('says of homework that it is over, done, or handed in, as its own app does', async () => {
  show(App);
  await vi.waitFor(() => expect(noteOf(2)).toBe('已截止'));
  expect([3, 4, 5].map(noteOf)).toEqual(['已完成', '已交', '今天截止']);
  const { searchParams } = asked.find(({ pathname }) => pathname === '/api/homework') ?? new URL('http://x');
  expect([searchParams.get('from'), searchParams.get('until')]).toEqual(Array(2).fill(todayText(new Date(HOUR_AGO))));
});

it('counts and lists notices alone among what is unread', async () => {
  show(App);
  await vi.waitFor(() => expect(root.querySelector('.number')?.textContent).toBe('1'));
  expect(root.querySelectorAll('.dot')).toHaveLength(1);
  [...root.querySelectorAll<HTMLElement>('.filter')].find(({ textContent }) => textContent?.includes('未读'))?.click();
  await vi.waitFor(() => expect(root.querySelectorAll('[data-id]')).toHaveLength(1));
});

it('is not counted in the widget, unless that is of homework alone', async () => {
  show(LatestWidget, { config: {}, refreshKey: 0 });
  await vi.waitFor(() => expect(root.querySelector('.head')?.textContent).toContain('公告 · 1 条未读'));
  view.unmount();
  root.remove();
  show(LatestWidget, { config: { type: 'homework' }, refreshKey: 0 });
  await vi.waitFor(() => expect(root.querySelector('.head')?.textContent).toContain('作业 · 4 条未读'));
  expect(asked.some(({ pathname }) => pathname === '/api/homework')).toBe(false);
});
