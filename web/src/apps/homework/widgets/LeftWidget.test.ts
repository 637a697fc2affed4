// What the card of homework says by day and in the evening, and what it counts.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import type { UserInfo } from '@/api/types';
import { setLanguage } from '@/core/i18n';
import { queryClient } from '@/core/query';
import { updateUser } from '@/core/session';
import * as calls from '../calls';
import { cardOf } from '../testing';
import type { HomeworkCard } from '../types';
import LeftWidget from './LeftWidget.vue';

vi.mock('../calls');
vi.mock('@/ui/whole-rows', async () => {
  const { ref } = await import('vue');
  return { useWholeRows: () => ref(9) };
});

const TODAY = '2026-09-10';
const due = (date: string, time: string | null = null) => ({
  due_date: date,
  due_time: time,
  due_at: new Date(`${date}T${time ?? '23:59'}:00`).toISOString(),
});
const OVER = cardOf(1, due(TODAY, '07:20'));
const MORNING = cardOf(2, { ...due('2026-09-11', '07:30'), hand_in: true });
const EVENING = cardOf(3, due('2026-09-11', '21:00'));
const DAY = cardOf(4, due('2026-09-11'));
const LATER = cardOf(5, due('2026-09-14'));
const NONE = cardOf(6);

let app: App;
let root: HTMLElement;

async function open(clock: string, cards: HomeworkCard[]): Promise<void> {
  vi.setSystemTime(new Date(`${TODAY}T${clock}:00`));
  const left = { tonight: 0, open: cards.length, next_due_at: null, cards: cards.slice(0, 5) };
  vi.mocked(calls.readLeft).mockResolvedValue(left);
  vi.mocked(calls.readCards).mockResolvedValue({ homework: cards, total: cards.length, page: 1, limit: 100 });
  app = createApp(() => h(LeftWidget, { config: {}, refreshKey: 0 }));
  root = document.body.appendChild(document.createElement('div'));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.waitFor(() => expect(root.querySelector('.head')).not.toBeNull());
}
const words = (): string[] =>
  [...root.querySelectorAll('.head > :not(.visually-hidden)')].map(({ textContent }) => textContent?.trim() ?? '');

beforeEach(async () => {
  vi.resetAllMocks();
  vi.useFakeTimers({ toFake: ['Date'] });
  queryClient.clear();
  updateUser({ user_id: '260101', is_class_admin: false } as UserInfo);
  await setLanguage('zh');
});
afterEach(() => {
  app.unmount();
  root.remove();
  vi.useRealTimers();
});

it('counts by day what is due before the end of tomorrow, and names apart what is over', async () => {
  await open('07:49', [OVER, MORNING, EVENING, DAY, LATER]);
  expect(words()).toEqual(['还剩', '3 项', '1 项已过期', '之后 1 项']);
  expect(calls.readCards).not.toHaveBeenCalled();
  expect(root.querySelector('.due')?.textContent).toBe('今天 07:20 已截止');
});

it('counts from five on what is due before noon tomorrow', async () => {
  await open('17:00', [MORNING, EVENING, DAY, LATER]);
  expect(words()).toEqual(['今晚还剩', '2 项', '之后 2 项']);
});

it('asks for all of it where there is more than it was told of', async () => {
  await open('08:00', [OVER, MORNING, EVENING, DAY, LATER, NONE]);
  await vi.waitFor(() => expect(words()).toEqual(['还剩', '3 项', '1 项已过期', '之后 2 项']));
});

it('says that all is done, and nothing of the kind while something is over', async () => {
  await open('18:00', [LATER]);
  expect(words()).toEqual(['今晚的作业都完成了', '之后 1 项']);
  app.unmount();
  queryClient.clear();
  root.remove();
  await open('18:00', [OVER]);
  expect(words()).toEqual(['1 项已过期']);
});

it('leads to the form of what is to be handed in, and ticks the rest', async () => {
  await open('08:00', [MORNING, DAY]);
  expect(root.querySelector('a.tick')?.getAttribute('href')).toBe('#/app/homework/2/hand-in');
  expect(root.querySelector('a.tick')?.getAttribute('aria-label')).toBe('交「作业 2」');
  expect([...root.querySelectorAll('[role=checkbox]')].map((one) => one.getAttribute('aria-label'))).toEqual([
    '完成「作业 4」',
  ]);
});
