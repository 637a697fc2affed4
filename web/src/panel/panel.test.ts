// A panel over weeks: codes, the stream and its breaks, what is kept, and what is told.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { setSchoolClock } from '@/core/time';
import { SILENCE_MS } from './connection';
import { STALE_MS, usePanel } from './panel';
import { boardOf, broadcastOf } from './testing';
import type { StreamLine } from './types';

const NOW = Date.parse('2026-11-27T09:00:00Z');
const encoder = new TextEncoder();

/** The open streams, the newest last. */
let streams: { push: (line: StreamLine) => void; end: () => void }[];
let asked: string[];
let told: unknown[];
/** What the server answers to the next requests for the stream and for a code; 200 unless told. */
let answers: Record<string, number>;
let scope: EffectScope;

const json = (status: number, data: unknown): Response =>
  new Response(JSON.stringify({ code: status, data }), { status, headers: { 'Content-Type': 'application/json' } });

function stream(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      streams.push({
        push: (line) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(line)}\n\n`)),
        end: () => controller.close(),
      });
    },
  });
  return new Response(body, { status: 200 });
}

async function answer(path: string, init?: RequestInit): Promise<Response> {
  asked.push(path);
  const status = answers[path] ?? 200;
  if (status === 0) throw new TypeError('no network');
  if (status !== 200) return json(status, null);
  if (path.endsWith('/stream')) return stream(init?.signal);
  if (path.endsWith('/state')) told.push(JSON.parse(String(init?.body)));
  if (!path.endsWith('/pairing')) return json(200, { buildHash: 'a' });
  return json(200, { code: '482913', expires_at: '2026-11-27T09:10:00Z', server_time: NOW, address: 'http://x' });
}

const later = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const count = (path: string): number => asked.filter((one) => one.endsWith(path)).length;
const board = (revision = 'r1'): StreamLine => ({
  type: 'board',
  board: { ...boardOf(), revision },
  server_time: NOW,
});
const run = (): ReturnType<typeof usePanel> => {
  scope = effectScope();
  return scope.run(usePanel) as ReturnType<typeof usePanel>;
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('fetch', answer);
  localStorage.clear();
  [streams, asked, told, answers] = [[], [], [], {}];
});
afterEach(() => {
  scope.stop();
  setSchoolClock((moment) => moment);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks for a code where the server does not know it, and shows the board once it is confirmed', async () => {
  answers['/api/panel/stream'] = 401;
  const panel = run();
  await later(0);
  expect(panel.code.value?.code).toBe('482913');
  delete answers['/api/panel/stream'];
  await later(60_000);
  streams[streams.length - 1]?.push(board());
  await later(0);
  expect(panel.board.value?.revision).toBe('r1');
  expect(panel.code.value).toBeNull();
});

it('does not ask for code after code where the browser keeps no cookie', async () => {
  answers['/api/panel/stream'] = 401;
  run();
  await later(10_000);
  expect(count('/pairing')).toBeLessThan(6);
});

it('shows a new code as soon as the panel was removed or its code has run out', async () => {
  const panel = run();
  await later(0);
  streams[0]?.push(board());
  await later(0);
  streams[0]?.push({ type: 'removed' });
  await later(0);
  expect(panel.board.value).toBeNull();
  expect(panel.code.value?.code).toBe('482913');
  expect(localStorage.getItem('portal:device:panel')).toBeNull();
});

it('waits with a new code until somebody can see it', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  answers['/api/panel/stream'] = 401;
  run();
  await later(60_000);
  expect(count('/pairing')).toBe(0);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await later(0);
  expect(count('/pairing')).toBe(1);
});

it('connects again at longer and longer times, at most half a minute, and at once when the network is back', async () => {
  answers['/api/panel/stream'] = 0;
  run();
  const counts: number[] = [];
  for (const ms of [0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    await later(ms);
    counts.push(count('/stream'));
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  window.dispatchEvent(new Event('online'));
  await later(0);
  expect(count('/stream')).toBe(9);
});

it('takes a silent stream for dead', async () => {
  run();
  await later(0);
  streams[0]?.push(board());
  await later(SILENCE_MS - 1);
  expect(count('/stream')).toBe(1);
  await later(1001);
  expect(count('/stream')).toBe(2);
});

it('says that what it shows is old only when the server is away for more than a moment, and until it is back', async () => {
  const panel = run();
  await later(0);
  streams[0]?.push(board());
  await later(0);
  answers['/api/panel/stream'] = 0;
  streams[0]?.end();
  await later(STALE_MS - 1000);
  expect(panel.isStale.value).toBe(false);
  await later(1500);
  expect([panel.isStale.value, panel.board.value?.revision]).toEqual([true, 'r1']);
  expect(panel.heardAt.value).toBe(NOW);
  delete answers['/api/panel/stream'];
  await later(30_000);
  streams[streams.length - 1]?.push(board('r2'));
  await later(0);
  expect([panel.isStale.value, panel.board.value?.revision]).toEqual([false, 'r2']);
});

it('shows what it kept at once after a restart, with network or without', async () => {
  run();
  await later(0);
  streams[0]?.push(board('kept'));
  await later(0);
  scope.stop();
  answers['/api/panel/stream'] = 0;
  const panel = run();
  expect(panel.board.value?.revision).toBe('kept');
  await later(STALE_MS + 1000);
  expect(panel.isStale.value).toBe(true);
});

it('goes by the clock of the server', async () => {
  const panel = run();
  await later(0);
  streams[0]?.push({ ...board(), server_time: NOW + 3_600_000 } as StreamLine);
  await later(5000);
  expect(panel.now.value).toBe(NOW + 3_605_000);
  // Somebody sets the clock of the device.
  vi.setSystemTime(NOW - 86_400_000);
  await later(1000);
  expect(panel.now.value).toBe(NOW + 3_606_000);
});

it('tells what it shows when that changes, not more than once in five seconds, and every five minutes', async () => {
  const alive = async (ms: number): Promise<void> => {
    for (let rest = ms; rest > 0; rest -= 20_000) {
      await later(Math.min(rest, 20_000));
      streams[0]?.push({ type: 'alive', server_time: NOW });
    }
  };
  run();
  await later(0);
  streams[0]?.push(board());
  await later(1000);
  expect(told).toMatchObject([{ revision: 'r1', view: 'board', stale: false }]);
  const urgent = boardOf({ broadcasts: { broadcasts: [broadcastOf('5', 'urgent')] } });
  streams[0]?.push({ type: 'board', board: { ...urgent, revision: 'r2' }, server_time: NOW });
  await later(3000);
  expect(told).toHaveLength(1);
  await later(3000);
  expect(told).toMatchObject([{}, { revision: 'r2', view: 'broadcast', shown: { broadcasts: ['5'] } }]);
  await alive(290_000);
  expect(told).toHaveLength(2);
  await alive(30_000);
  expect(told).toHaveLength(3);
});
