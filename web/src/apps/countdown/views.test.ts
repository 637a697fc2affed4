// What the views of countdowns show and send: the hundred days, the suggestions, and for whom a new one is.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, shallowRef, type App, type Component } from 'vue';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { todayText } from '@/core/time';
import { toasts } from '@/core/toast';
import CountdownForm from './CountdownForm.vue';
import HundredDays from './HundredDays.vue';
import SuggestionCards from './SuggestionCards.vue';

const SUGGESTION = {
  suggestion: 'zhongkao-2027',
  title: '中考',
  target_date: '2027-06-15',
  category: 'exam',
  color: '#b8590a',
  reminders: [1],
  started_on: '2024-09-01',
  exact: false,
  for_class: true,
};
/** As much of a countdown as the hundred days need. */
const EXAM = { id: 'c1', color: '#c5303c' };
const sent: { method: string; path: string; body: unknown }[] = [];
let answers: Record<string, unknown>;
let status = 200;
let root: HTMLElement;
let app: App;

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const body: unknown = request.method === 'GET' ? null : await request.json().catch(() => null);
  sent.push({ method: request.method, path: pathname, body });
  const data = answers[`${request.method} ${pathname}`] ?? null;
  const text = JSON.stringify({ code: status, message: '不行', slug: 'x', data });
  return new Response(text, { status, headers: { 'Content-Type': 'application/json' } });
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await setLanguage('zh');
  sent.length = 0;
  answers = {};
  status = 200;
  vi.stubGlobal('fetch', answer);
});

afterEach(() => {
  app.unmount();
  queryClient.clear();
  toasts.value = [];
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(500);
  await nextTick();
}

async function show(view: Component, props: Record<string, unknown>): Promise<void> {
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(view, props));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await settle();
}

const text = (): string => root.textContent?.replace(/\s+/g, ' ') ?? '';
const button = (name: string): HTMLButtonElement | undefined =>
  [...root.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name,
  );

/** As many days up to today, and as many after it. */
function days(around: number, day: { checked_in: number | null; of: number | null; own: boolean }): object[] {
  return Array.from({ length: around * 2 }, (_, i) => {
    const date = todayText(new Date(Date.now() + (i - around + 1) * 86_400_000));
    return i < around ? { date, ...day } : { date, checked_in: null, of: null, own: null };
  });
}

it('shows how many of the class checked in, and says it in words', async () => {
  answers['GET /api/countdown/c1/days'] = {
    class: '01',
    total: 150,
    days: days(5, { checked_in: 30, of: 40, own: true }),
  };
  await show(HundredDays, { countdown: EXAM });
  expect(text()).toContain('1 班已签到 150 次');
  const cells = [...root.querySelectorAll('[data-day]')];
  expect(cells.map((cell) => cell.getAttribute('data-level'))).toEqual([...Array(5).fill('3'), ...Array(5).fill(null)]);
  expect(cells[4]?.textContent).toMatch(/^今天，.*40 人中 30 人签到，你已签到$/);
  expect(cells[5]?.textContent).toContain('还没到');
  expect(root.querySelectorAll('.cells .today')).toHaveLength(1);
  expect(text()).toContain('你今天已签到');
});

it('shows one’s own check-ins alone where there is no class', async () => {
  const own = days(5, { checked_in: null, of: null, own: true });
  answers['GET /api/countdown/c1/days'] = { class: null, total: 0, days: own };
  await show(HundredDays, { countdown: EXAM });
  expect(text()).toContain('你已签到 5 次');
  expect(text()).toContain('这里显示你自己的签到');
});

it('offers to try again where the days did not come', async () => {
  status = 403;
  await show(HundredDays, { countdown: EXAM });
  expect(text()).toContain('百日历没有加载成功');
  status = 200;
  answers['GET /api/countdown/c1/days'] = {
    class: '01',
    total: 0,
    days: days(5, { checked_in: 0, of: 40, own: false }),
  };
  button('重试')?.click();
  await settle();
  expect(text()).toContain('1 班已签到 0 次');
});

it('reads the days anew when the countdown has changed', async () => {
  const shown = shallowRef(EXAM);
  answers['GET /api/countdown/c1/days'] = {
    class: '01',
    total: 1,
    days: days(5, { checked_in: 1, of: 40, own: false }),
  };
  await show({ render: () => h(HundredDays as Component, { countdown: shown.value }) }, {});
  answers['GET /api/countdown/c1/days'] = {
    class: '01',
    total: 9,
    days: days(5, { checked_in: 9, of: 40, own: false }),
  };
  shown.value = { ...EXAM };
  await settle();
  expect(text()).toContain('1 班已签到 9 次');
  expect(sent.filter(({ path }) => path.endsWith('/days'))).toHaveLength(2);
});

it('adds a suggestion with one tap and takes it back', async () => {
  answers['GET /api/countdown/suggestions'] = { suggestions: [SUGGESTION] };
  answers['POST /api/countdown'] = { id: 'made', title: '中考', source: 'class' };
  const added = vi.fn();
  await show(SuggestionCards, { onAdded: added });
  expect(text()).toContain('约 2027年6月15日');
  button('把「中考」加给全班')?.click();
  await settle();
  expect(added).toHaveBeenCalledOnce();
  const { exact: _exact, ...fields } = SUGGESTION;
  const post = sent.find(({ method }) => method === 'POST');
  expect(post?.body).toEqual({ id: expect.any(String), ...fields });
  expect(toasts.value[0]?.text).toBe('已把「中考」加给全班');
  toasts.value[0]?.action?.run();
  await settle();
  expect(sent.some(({ method, path }) => method === 'DELETE' && path === '/api/countdown/made')).toBe(true);
});

it('shows no suggestions where there are none', async () => {
  answers['GET /api/countdown/suggestions'] = { suggestions: [] };
  await show(SuggestionCards, {});
  expect(root.querySelector('section')).toBeNull();
});

it('says that a new one is private, and lets those choose who may', async () => {
  await show(CountdownForm, { mayClass: false, closable: true });
  expect(text()).toContain('只有自己看得到');
  expect(text()).not.toContain('全班都看得到');
  app.unmount();
  root.remove();
  await show(CountdownForm, { mayClass: true, inClass: '02', closable: true });
  root.querySelector<HTMLInputElement>('input[value=class]')?.click();
  const fill = (type: string, value: string): void => {
    const input = root.querySelector<HTMLInputElement>(`input[type=${type}]`);
    if (!input) throw new Error(type);
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  fill('text', '运动会');
  fill('date', '2027-05-01');
  button('活动')?.click();
  button('3 天前')?.click();
  root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await settle();
  const wanted = {
    title: '运动会',
    for_class: true,
    class: '02',
    category: 'activity',
    reminders: [3],
    color: '#7a3fc0',
  };
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject(wanted);
});
