import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api, send } from '@/api/client';
import { ApiFailure } from '@/api/failure';
import { batched } from './batch';

const asked: string[] = [];
let answer: (path: string) => Response;

const json = (body: unknown, status = 200, headers = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });
const envelope = (data: unknown): unknown => ({ code: 200, message: 'ok', data });
const level = (): Promise<unknown> => send(api.GET('/api/level/info', { fetch: batched }));
const countdowns = (limit: number): Promise<unknown> =>
  send(api.GET('/api/countdown', { params: { query: { limit } }, fetch: batched }));

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname);
    return answer(pathname + search);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('one read alone is asked for by its own path', async () => {
  answer = () => json(envelope('level'));
  const read = level();
  await vi.runAllTimersAsync();
  expect(await read).toBe('level');
  expect(asked).toEqual(['/api/level/info']);
});

it('reads that start together are one request, and each gets its own answer', async () => {
  answer = (path) => {
    const paths = JSON.parse(new URLSearchParams(path.split('?')[1]).get('paths') ?? '') as string[];
    expect(paths).toEqual(['/api/level/info', '/api/countdown?limit=5']);
    const [first, second] = paths;
    const missing = { code: 404, message: 'gone', data: null };
    return json(
      envelope({
        answers: [
          { path: second, status: 404, body: missing },
          { path: first, status: 200, body: envelope('level') },
        ],
      }),
    );
  };
  const reads = Promise.allSettled([level(), countdowns(5), level()]);
  await vi.runAllTimersAsync();
  const [one, two, three] = await reads;
  expect(one).toEqual({ status: 'fulfilled', value: 'level' });
  expect(three).toEqual(one);
  expect(two?.status === 'rejected' && (two.reason as ApiFailure).status).toBe(404);
  expect(asked).toEqual(['/api/batch']);
});

it('what holds for the request holds for each of its reads', async () => {
  answer = () => json({ code: 503, message: 'later', data: null }, 503);
  const reads = Promise.allSettled([level(), countdowns(5)]);
  await vi.runAllTimersAsync();
  for (const read of await reads) expect(read.status === 'rejected' && (read.reason as ApiFailure).status).toBe(503);
});

it('a server that is away fails each read', async () => {
  answer = () => {
    throw new TypeError('away');
  };
  const reads = Promise.allSettled([level(), countdowns(5)]);
  await vi.runAllTimersAsync();
  for (const read of await reads) expect(read.status === 'rejected' && (read.reason as ApiFailure).status).toBe(0);
});

it('more reads than the server takes at once are two requests', async () => {
  answer = (path) => {
    const paths = JSON.parse(new URLSearchParams(path.split('?')[1]).get('paths') ?? '') as string[];
    expect(paths.length).toBeLessThanOrEqual(16);
    return json(envelope({ answers: paths.map((of) => ({ path: of, status: 200, body: envelope(of) })) }));
  };
  const reads = Promise.all(Array.from({ length: 20 }, (_, at) => countdowns(at + 1)));
  await vi.runAllTimersAsync();
  expect(await reads).toHaveLength(20);
  expect(asked).toEqual(['/api/batch', '/api/batch']);
});
