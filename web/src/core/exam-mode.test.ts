// The exam that a desktop knows: when it is read, when it is on, and to whom something is closed.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, nextTick, type EffectScope } from 'vue';
import type { Session } from '@/api/types';
import { examTime, refreshExam, useClosingExam, useComingExam, useExam } from './exam-mode';
import { disconnected, dispatch } from './live/bus';
import { enter, forget } from './session';

const START = new Date(2026, 10, 20, 9, 0, 0);
const MINUTE = 60_000;

const at = (minutes: number): number => START.getTime() + minutes * MINUTE;
const iso = (minutes: number): string => new Date(at(minutes)).toISOString();
const session = (more = {}): Session => ({ user_info: { user_id: '260101', ...more } }) as unknown as Session;

/** What the server answers, and how often it was asked. */
let answer: { from: string | null; until: string | null };
let asked: number;
let scope: EffectScope;

const changed = async (from: string | null, until: string | null): Promise<void> => {
  answer = { from, until };
  dispatch({ type: 'exam_mode_changed', from, until });
  await vi.advanceTimersByTimeAsync(0);
};
const exam = (): ReturnType<typeof useExam> => scope.run(useExam) as ReturnType<typeof useExam>;

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  answer = { from: null, until: null };
  asked = 0;
  scope = effectScope();
  vi.stubGlobal('fetch', (request: Request) => {
    if (request.url.endsWith('/api/user/exam-mode')) asked += 1;
    const body = JSON.stringify({ code: 200, message: '', data: answer });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  });
  enter(session());
  await nextTick();
});

afterEach(() => {
  scope.stop();
  disconnected();
  forget();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('is on from its beginning to its end, without a word of the server', async () => {
  const shown = exam();
  await changed(iso(30), iso(75));
  expect(shown.value).toBeNull();
  await vi.advanceTimersByTimeAsync(30 * MINUTE);
  expect(shown.value).toEqual({ from: at(30), until: at(75) });
  await vi.advanceTimersByTimeAsync(45 * MINUTE - 1);
  expect(shown.value).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(shown.value).toBeNull();
});

it('is known before it begins, and is no coming one from then on', async () => {
  const coming = scope.run(useComingExam);
  await vi.advanceTimersByTimeAsync(0);
  expect(coming?.value).toBeNull();
  await changed(iso(30), iso(75));
  expect(coming?.value).toEqual({ from: at(30), until: at(75) });
  await vi.advanceTimersByTimeAsync(30 * MINUTE);
  expect(coming?.value).toBeNull();
  await changed(iso(90), iso(120));
  expect(coming?.value?.from).toBe(at(90));
  await changed(null, null);
  expect(coming?.value).toBeNull();
});

it('asks after the end whether another one follows', async () => {
  const shown = exam();
  await changed(iso(0), iso(10));
  answer = { from: iso(11), until: iso(20) };
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(shown.value).toBeNull();
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(shown.value?.until).toBe(at(20));
});

it('is read again after a change and after a lost connection, and ends at once', async () => {
  const shown = exam();
  await changed(iso(0), iso(45));
  expect(shown.value?.until).toBe(at(45));
  // A server that had not heard of the change yet has heard of it soon.
  answer = { from: iso(0), until: iso(60) };
  await vi.advanceTimersByTimeAsync(6000);
  expect(shown.value?.until).toBe(at(60));
  answer = { from: null, until: null };
  const before = asked;
  dispatch({ type: 'connected', resumed: true });
  expect(asked).toBe(before);
  dispatch({ type: 'reset' });
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, shown.value]).toEqual([before + 1, null]);
});

it('is followed once for all who ask, as long as there is one of them', async () => {
  const other = effectScope();
  const [one, two] = [exam(), other.run(useExam)];
  await changed(iso(0), iso(45));
  expect([asked, one.value?.until, two?.value?.until]).toEqual([2, at(45), at(45)]);
  scope.stop();
  expect(two?.value?.until).toBe(at(45));
  other.stop();
  const before = asked;
  await changed(iso(0), iso(60));
  expect(asked).toBe(before);
});

it('closes nothing to class admins and admins', async () => {
  const closing = scope.run(useClosingExam);
  await changed(iso(0), iso(45));
  expect(closing?.value?.until).toBe(at(45));
  enter(session({ role: 'officer', officer_permissions: '["manage_app_control"]' }));
  expect(closing?.value?.until).toBe(at(45));
  for (const staff of [{ is_admin: 1 }, { is_class_admin: true }]) {
    enter(session(staff));
    expect(closing?.value).toBeNull();
  }
});

it('tells the day too when the exam does not end today', () => {
  const noon = new Date(2026, 10, 20, 12).getTime();
  expect(examTime(noon, START.getTime(), 'zh')).toBe('12:00');
  expect(examTime(noon + 24 * 60 * MINUTE, START.getTime(), 'zh')).toBe('11月21日 12:00');
  expect(examTime(noon + 24 * 60 * MINUTE, START.getTime(), 'en')).toBe('21 Nov 12:00');
});

it('is read anew where a refusal tells of it, as long as somebody shows it', async () => {
  const shown = exam();
  await vi.advanceTimersByTimeAsync(0);
  answer = { from: iso(-5), until: iso(40) };
  refreshExam();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.value).toEqual({ from: at(-5), until: at(40) });
  scope.stop();
  const before = asked;
  refreshExam();
  expect(asked).toBe(before);
});

it('is read anew with any connection where the server did not answer', async () => {
  const answering = globalThis.fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  const shown = exam();
  await vi.advanceTimersByTimeAsync(0);
  vi.stubGlobal('fetch', answering);
  answer = { from: iso(-5), until: iso(40) };
  dispatch({ type: 'connected', resumed: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.value).toEqual({ from: at(-5), until: at(40) });
  dispatch({ type: 'connected', resumed: true });
  expect(asked).toBe(1);
});
