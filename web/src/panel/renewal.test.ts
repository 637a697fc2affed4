// When the page loads itself anew, and that it never does without a server.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setSchoolClock } from '@/core/time';
import { schoolClockOf } from '@/core/zone/school-clock-of';
import { isRenewalDue, RETRY_MS } from './renewal';
import { answer, board, count, later, run, server, startServer, stopServer } from './testing-server';
import type { StreamLine } from './types';

/** At 18:00, 23:00 and 3:30 in Shanghai. */
const DAY = Date.parse('2026-11-27T10:00:00Z');
const EVENING = Date.parse('2026-11-27T15:00:00Z');
const NIGHT = Date.parse('2026-11-27T19:30:00Z');
const AT_NIGHT: StreamLine = { ...board(), server_time: NIGHT };

beforeEach(() => {
  startServer();
  localStorage.clear();
  sessionStorage.clear();
  setSchoolClock(schoolClockOf('Asia/Shanghai'));
});
afterEach(stopServer);

/** A page that has learnt at night that the portal is of another build; answers how often it was loaded anew. */
async function pageAtNight(first: StreamLine): Promise<() => number> {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  run();
  await later(0);
  server.streams[0]?.push(first);
  await later(0);
  server.build = 'b';
  server.streams[0]?.end();
  await later(2000);
  server.streams[1]?.push({ type: 'alive', server_time: NIGHT });
  return () => reload.mock.calls.length;
}

it('loads a newer page at night only, and not without knowing of one', () => {
  const builds = { own: 'a', server: 'b' };
  expect(isRenewalDue(builds, DAY, 'board')).toBe(false);
  expect(isRenewalDue(builds, NIGHT, 'board')).toBe(true);
  expect(isRenewalDue(builds, EVENING, 'night')).toBe(true);
  expect(isRenewalDue({ own: 'a', server: 'a' }, NIGHT, 'night')).toBe(false);
  expect(isRenewalDue({ own: '', server: 'a' }, NIGHT, 'night')).toBe(false);
  // A screen that shows a code has no view.
  expect(isRenewalDue(builds, NIGHT, null)).toBe(true);
  expect(isRenewalDue(builds, DAY, null)).toBe(false);
});

it('loads itself anew at night once the server has given the page', async () => {
  const reloads = await pageAtNight(AT_NIGHT);
  server.answers['/panel'] = 503;
  await later(2000);
  expect([count('/panel'), reloads()]).toEqual([1, 0]);
  delete server.answers['/panel'];
  for (let s = 0; s < RETRY_MS / 1000; s += 20) {
    server.streams[1]?.push({ type: 'alive', server_time: NIGHT + s * 1000 });
    await later(20_000);
  }
  expect([count('/panel'), reloads()]).toEqual([2, 1]);
});

it('does not load itself anew while there is no stream', async () => {
  const reloads = await pageAtNight(AT_NIGHT);
  server.answers['/api/panel/stream'] = 0;
  server.streams[1]?.end();
  await later(60_000);
  expect([count('/panel'), reloads()]).toEqual([0, 0]);
});

it('does not load itself anew when the stream breaks while it asks for the page', async () => {
  const reloads = await pageAtNight(AT_NIGHT);
  let give: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path === '/panel' ? new Promise<Response>((resolve) => (give = resolve)) : answer(path, init),
  );
  await later(1500);
  server.answers['/api/panel/stream'] = 0;
  server.streams[1]?.end();
  await later(0);
  give(new Response('<!doctype html>'));
  await later(5000);
  expect(reloads()).toBe(0);
});

it('loads itself anew with a code on it, too', async () => {
  const code = { code: '482913', expires_at: '2026-11-27T19:40:00Z', address: '', qr: null };
  const reloads = await pageAtNight({ type: 'waiting', ...code, server_time: NIGHT });
  await later(2000);
  expect(reloads()).toBe(1);
});
