// Why nothing pops up is said below the switch of "do not disturb".
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, nextTick, type App } from 'vue';
import { setLanguage } from '@/core/i18n';
import { resetNotices, setDoNotDisturb, setQuiet } from '@/core/notify';
import { queryClient } from '@/core/query';
import { resetInbox } from './inbox';
import NotificationsPanel from './NotificationsPanel.vue';

let app: App;
let root: HTMLElement;
const reason = (): string | undefined => document.querySelector('.reason span')?.textContent ?? undefined;

beforeEach(() => {
  resetNotices();
  vi.stubGlobal('fetch', async () => {
    const body = JSON.stringify({ code: 200, message: '', data: { notifications: [], unread: 0, has_more: false } });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  });
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(NotificationsPanel);
  app.use(VueQueryPlugin, { queryClient }).mount(root);
});
afterEach(async () => {
  app.unmount();
  root.remove();
  await setLanguage('zh');
  setDoNotDisturb(false);
  resetNotices();
  resetInbox();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['exam', '', '考试中，只弹紧急消息', 'Exam in progress: only urgent notices show'],
  ['lesson', '08:40', '上课中，8:40 前只弹紧急消息', 'Lesson in progress: until 8:40 only urgent notices show'],
  ['hours', '06:30', '免打扰时段，6:30 前只弹紧急消息', 'Quiet hours: until 6:30 only urgent notices show'],
] as const)('says it in both languages while the reason is %s, and nothing afterwards', async (why, until, zh, en) => {
  setQuiet(why, true, until);
  await nextTick();
  expect(reason()).toBe(zh);
  await setLanguage('en');
  await nextTick();
  expect(reason()).toBe(en);
  setQuiet(why, false);
  await nextTick();
  expect(reason()).toBeUndefined();
});

it('leads to the settings where the reason is one', async () => {
  const change = (): HTMLElement | null => document.querySelector('.reason button');
  setQuiet('exam', true);
  await nextTick();
  expect(change()).toBeNull();
  setQuiet('exam', false);
  setQuiet('lesson', true, '08:40');
  await nextTick();
  change()?.click();
  await nextTick();
  await nextTick();
  expect(location.hash).toBe('#/app/settings/notifications');
  location.hash = '';
});

it('says the exam where it is a lesson and within the quiet hours too', async () => {
  (['hours', 'lesson', 'exam'] as const).forEach((why) => setQuiet(why, true));
  await nextTick();
  expect(reason()).toBe('考试中，只弹紧急消息');
});

it('says nothing of "do not disturb", whose switch stands above', async () => {
  setDoNotDisturb(true);
  await nextTick();
  expect(reason()).toBeUndefined();
});
