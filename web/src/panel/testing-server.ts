// The panel with a server of its own, for its tests.
import { vi } from 'vitest';
import { effectScope, type EffectScope } from 'vue';
import { setSchoolClock } from '@/core/time';
import { usePanel } from './panel';
import { boardOf } from './testing';
import type { StreamLine } from './types';

export const NOW = Date.parse('2026-11-27T09:00:00Z');
const encoder = new TextEncoder();

interface Server {
  /** The streams that were opened, the newest last. */
  streams: { push: (line: StreamLine) => void; end: () => void }[];
  asked: string[];
  /** What the panel has reported. */
  told: unknown[];
  /** The status of the answers of a path, 200 unless told; 0 for no network. */
  answers: Record<string, number>;
  /** The names of refusals. */
  slugs: Record<string, string>;
  /** What the server says that it is of. */
  build: string;
}

/** What the server has and what it was asked, anew with each test. */
export const server = {} as Server;
let scope: EffectScope | undefined;

const json = (status: number, data: unknown, slug = ''): Response =>
  new Response(JSON.stringify({ code: status, data, slug }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });

function stream(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      server.streams.push({
        push: (line) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(line)}\n\n`)),
        end: () => controller.close(),
      });
    },
  });
  return new Response(body, { status: 200 });
}

/** The answer of the server to a request. */
export async function answer(path: string, init?: RequestInit): Promise<Response> {
  server.asked.push(path);
  const status = server.answers[path] ?? 200;
  if (status === 0) throw new TypeError('no network');
  if (status !== 200) return json(status, null, server.slugs[path]);
  if (path === '/panel') return new Response('<!doctype html>');
  if (path.endsWith('/stream')) return stream(init?.signal);
  if (path.endsWith('/state')) server.told.push(JSON.parse(String(init?.body)));
  if (!path.endsWith('/pairing')) return json(200, { buildHash: server.build });
  return json(200, { code: '482913', expires_at: '2026-11-27T09:10:00Z', server_time: NOW, address: 'http://x' });
}

export const later = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
/** How often a path was asked for. */
export const count = (path: string): number => server.asked.filter((one) => one.endsWith(path)).length;
export const board = (revision = 'r1'): StreamLine & { type: 'board' } => ({
  type: 'board',
  board: { ...boardOf(), revision },
  server_time: NOW,
});

/** Opens the page. */
export function run(): ReturnType<typeof usePanel> {
  scope = effectScope();
  return scope.run(usePanel) as ReturnType<typeof usePanel>;
}

/** Closes it. */
export const close = (): void => scope?.stop();

export function startServer(): void {
  vi.useFakeTimers({ now: NOW });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  vi.stubGlobal('fetch', answer);
  Object.assign(server, { streams: [], asked: [], told: [], answers: {}, slugs: {}, build: 'a' } satisfies Server);
}

/** Closes the page, and takes away what `startServer` has put in place. */
export function stopServer(): void {
  close();
  vi.restoreAllMocks();
  setSchoolClock((moment) => moment);
  vi.useRealTimers();
  vi.unstubAllGlobals();
}
