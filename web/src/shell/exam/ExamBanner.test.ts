// The line above the desktop: an exam is told of ten minutes before it begins, and until it ends.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, nextTick, type App } from 'vue';
import type { Session } from '@/api/types';
import { setLanguage } from '@/core/i18n';
import { disconnected, dispatch } from '@/core/live/bus';
import { enter, forget } from '@/core/session';
import ExamBanner from './ExamBanner.vue';

const START = new Date(2026, 10, 20, 7, 30);
const MINUTE = 60_000;

let app: App;
let root: HTMLElement;
let exam: { from: string | null; until: string | null };

const iso = (minutes: number): string => new Date(START.getTime() + minutes * MINUTE).toISOString();
const session = (more = {}): Session => ({ user_info: { user_id: '260101', ...more } }) as unknown as Session;
const shown = (): string | undefined => root.querySelector('.banner > span')?.textContent ?? undefined;
const pass = (minutes: number): Promise<unknown> => vi.advanceTimersByTimeAsync(minutes * MINUTE + 100);

async function plan(from: string | null, until: string | null): Promise<void> {
  exam = { from, until };
  dispatch({ type: 'exam_mode_changed', from, until });
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  await setLanguage('zh');
  exam = { from: null, until: null };
  vi.stubGlobal('fetch', async () => {
    const body = JSON.stringify({ code: 200, message: '', data: exam });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  });
  enter(session());
  root = document.createElement('div');
  app = createApp(ExamBanner);
  app.mount(root);
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(async () => {
  app.unmount();
  await setLanguage('zh');
  disconnected();
  forget();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells of a planned exam ten minutes before, counts down, and then says that it is on', async () => {
  await plan(iso(30), iso(75));
  await pass(19);
  expect(shown()).toBeUndefined();
  await pass(1);
  expect(shown()).toBe('考试 08:00 开始，还有 10 分钟；期间不能聊天、不弹出通知');
  await pass(7);
  expect(shown()).toBe('考试 08:00 开始，还有 3 分钟；期间不能聊天、不弹出通知');
  await setLanguage('en');
  await pass(2);
  expect(shown()).toBe('An exam begins at 08:00, in 1 minute: no chat and no notices until it ends');
  await setLanguage('zh');
  await pass(1);
  expect(shown()).toBe('考试中：聊天和社区只能看，AI 助手关闭，08:45 恢复');
  await pass(45);
  expect(shown()).toBeUndefined();
});

it('does not read out each minute', async () => {
  await plan(iso(5), iso(50));
  const spoken = (): string =>
    [...root.querySelectorAll('[role=status] span:not([aria-hidden])')].map((one) => one.textContent).join();
  const before = spoken();
  expect(before).toBe('考试 07:35 开始');
  await pass(1);
  expect(spoken()).toBe(before);
});

it('goes at once where the exam is called off', async () => {
  await plan(iso(5), iso(50));
  expect(shown()).toContain('还有 5 分钟');
  await plan(null, null);
  await nextTick();
  expect(shown()).toBeUndefined();
});

it('says to staff for whom it is', async () => {
  enter(session({ is_class_admin: true }));
  await plan(iso(5), iso(50));
  expect(shown()).toBe('考试 07:35 开始，还有 5 分钟；期间同学们不能聊天、不弹出通知');
});
