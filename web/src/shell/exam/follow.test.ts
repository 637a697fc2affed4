// What an exam changes on the desktop of a member who sits it: the island is quiet, and icons show no counts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, effectScope, nextTick, type App, type EffectScope } from 'vue';
import type { Session } from '@/api/types';
import { badgeCount, clearBadges, setBadge } from '@/core/badges';
import { disconnected, dispatch } from '@/core/live/bus';
import { notice, notify, quietReason, resetNotices } from '@/core/notify';
import { enter, forget } from '@/core/session';
import AppTile from '../AppTile.vue';
import { followExam } from './follow';

const START = new Date(2026, 10, 20, 9);
const MINUTE = 60_000;

let scope: EffectScope;
let tile: App;
let root: HTMLElement;
let exam: { from: string | null; until: string | null };

const iso = (minutes: number): string => new Date(START.getTime() + minutes * MINUTE).toISOString();
const session = (more = {}): Session => ({ user_info: { user_id: '260101', ...more } }) as unknown as Session;
const shownBadge = (): string | undefined => root.querySelector('.count')?.firstChild?.textContent?.trim();

async function hold(from: string | null, until: string | null): Promise<void> {
  exam = { from, until };
  dispatch({ type: 'exam_mode_changed', from, until });
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  resetNotices();
  exam = { from: null, until: null };
  vi.stubGlobal('fetch', async () => {
    const body = JSON.stringify({ code: 200, message: '', data: exam });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  });
  enter(session());
  setBadge('chat', 3);
  root = document.createElement('div');
  tile = createApp(AppTile, { app: { name: 'chat', title: 'Chat' } });
  tile.mount(root);
  scope = effectScope();
  scope.run(followExam);
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  scope.stop();
  tile.unmount();
  clearBadges();
  resetNotices();
  disconnected();
  forget();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('is quiet from the beginning of the exam to its end', async () => {
  await hold(iso(10), iso(55));
  expect(quietReason.value).toBeUndefined();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(quietReason.value).toBe('exam');
  notify({ title: 'news' });
  expect(notice.value).toBeNull();
  notify({ title: 'fire', priority: 'urgent' });
  expect(notice.value?.title).toBe('fire');
  await vi.advanceTimersByTimeAsync(45 * MINUTE);
  expect(quietReason.value).toBeUndefined();
});

it('hides the counts on icons meanwhile, goes on counting, and shows them afterwards', async () => {
  expect(shownBadge()).toBe('3');
  await hold(iso(0), iso(45));
  expect(shownBadge()).toBeUndefined();
  setBadge('chat', 5);
  await nextTick();
  expect([shownBadge(), badgeCount('chat')]).toEqual([undefined, 5]);
  await hold(null, null);
  expect([shownBadge(), quietReason.value]).toEqual(['5', undefined]);
});

it.each([{ is_admin: 1 }, { is_class_admin: true }])(
  'changes nothing for %o, to whom nothing is closed',
  async (staff) => {
    enter(session(staff));
    await hold(iso(0), iso(45));
    expect([quietReason.value, shownBadge()]).toEqual([undefined, '3']);
  },
);

it('leaves nothing behind when the desktop goes during an exam', async () => {
  await hold(iso(0), iso(45));
  scope.stop();
  await nextTick();
  expect([quietReason.value, shownBadge()]).toEqual([undefined, '3']);
});
