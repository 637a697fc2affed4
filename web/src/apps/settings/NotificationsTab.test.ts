// What is quiet stands before the kinds. Quiet during lessons: the switch shows what the server has, and sends that alone.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, nextTick, type App } from 'vue';
import { setLanguage } from '@/core/i18n';
import { knownPreferences } from '@/core/notifications/preferences';
import { queryClient } from '@/core/query';
import { toasts } from '@/core/toast';
import NotificationsTab from './NotificationsTab.vue';

let app: App;
let root: HTMLElement;
let stored: { kinds: unknown[]; quiet_from: null; quiet_to: null; quiet_in_lessons: boolean };
let sent: unknown[];
let isRefused: boolean;

const answer = (data: unknown, code = 200): Response =>
  new Response(JSON.stringify({ code, message: code === 200 ? '' : '服务暂时不可用', data }), {
    status: code,
    headers: { 'Content-Type': 'application/json' },
  });
const field = (): HTMLInputElement | null => root.querySelector('input[aria-label="上课时不打扰"]');

beforeEach(async () => {
  const kinds = [{ kind: 'mention', label: { zh: '有人提到我', en: 'Mentions' }, mode: 'on' }];
  stored = { kinds, quiet_from: null, quiet_to: null, quiet_in_lessons: false };
  [sent, isRefused, toasts.value] = [[], false, []];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method !== 'PUT') return answer(stored);
    const change = (await request.json()) as { quiet_in_lessons: boolean };
    sent.push(change);
    if (isRefused) return answer(null, 503);
    stored = { ...stored, quiet_in_lessons: change.quiet_in_lessons };
    return answer(stored);
  });
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(NotificationsTab);
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.waitFor(() => expect(field()).not.toBeNull());
});
afterEach(async () => {
  await setLanguage('zh');
  app.unmount();
  root.remove();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('stands below the quiet hours, says what goes by what, and is off at first', async () => {
  const names = [...root.querySelectorAll('[role="switch"]')].map((one) => one.getAttribute('aria-label'));
  expect(names).toEqual(['免打扰时段', '上课时不打扰']);
  expect([field()?.checked, root.textContent?.includes('按课表，课间照常提醒')]).toEqual([false, true]);
  await setLanguage('en');
  await nextTick();
  expect(root.textContent).toContain('Quiet during lessonsBy the timetable; breaks are not quiet');
});

it('comes with the quiet hours before the kinds', () => {
  const kinds = [...root.querySelectorAll('[role=group], fieldset')].find((one) =>
    one.textContent?.includes('有人提到我'),
  );
  expect(kinds && field()?.compareDocumentPosition(kinds)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('is saved at once, on and off, and changes nothing else', async () => {
  field()?.click();
  await vi.waitFor(() => expect(knownPreferences()?.quiet_in_lessons).toBe(true));
  field()?.click();
  await vi.waitFor(() => expect(knownPreferences()?.quiet_in_lessons).toBe(false));
  expect(sent).toEqual([
    { modes: {}, quiet_in_lessons: true },
    { modes: {}, quiet_in_lessons: false },
  ]);
});

it('goes back where the server refuses, which is said', async () => {
  isRefused = true;
  field()?.click();
  await vi.waitFor(() => expect(toasts.value[0]?.text).toBe('服务暂时不可用'));
  await vi.waitFor(() => expect(field()?.checked).toBe(false));
});
