// Whether one may write: read once, told by frames, and over by itself.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Session } from '@/api/types';
import { disconnected, dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import { enter, forget } from '@/core/session';
import { lasting, silence } from './own';

const START = new Date(2026, 10, 20, 9, 0, 0).getTime();
const MINUTE = 60_000;
const until = (minutes: number) => ({ ends_at: new Date(START + minutes * MINUTE).toISOString(), reason: '刷屏' });

/** What the server answers, and how often it was asked. */
let answer: { ends_at: string; reason: string } | null;
let asked: number;

beforeEach(async () => {
  vi.useFakeTimers({ now: START });
  answer = null;
  asked = 0;
  vi.stubGlobal('fetch', (request: Request) => {
    if (request.url.endsWith('/api/moderation/own')) asked += 1;
    const data = { silence: answer, reports: [], removals: [] };
    const body = JSON.stringify({ code: 200, message: '', data });
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'application/json' } }));
  });
  enter({ user_info: { user_id: '260101' } } as unknown as Session);
  await nextTick();
});

afterEach(async () => {
  forget();
  disconnected();
  await nextTick();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('lasts until its end', () => {
  expect(lasting(until(1), START)).toEqual(until(1));
  expect(lasting(until(1), START + MINUTE)).toBeNull();
  expect(lasting(null, START)).toBeNull();
});

it('is followed once somebody reads it, and is over without a word of the server', async () => {
  answer = until(90);
  expect(silence.value).toBeNull();
  await vi.advanceTimersByTimeAsync(10);
  expect(silence.value).toEqual(until(90));
  await vi.advanceTimersByTimeAsync(90 * MINUTE);
  expect(silence.value).toBeNull();
  expect(asked).toBe(1);
});

it('is read anew when a frame says so, and forgotten with its member', async () => {
  await vi.advanceTimersByTimeAsync(10);
  expect(silence.value).toBeNull();
  answer = until(30);
  dispatch({ type: 'silence_changed', ends_at: answer.ends_at });
  await vi.advanceTimersByTimeAsync(10);
  expect(silence.value).toEqual(until(30));
  forget();
  await nextTick();
  expect(silence.value).toBeNull();
});
