// A panel over weeks: codes, the stream and its breaks, what is kept, and what is told.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SILENCE_MS } from './connection';
import { STALE_MS } from './panel';
import { boardOf, broadcastOf } from './testing';
import { answer, board, close, count, later, NOW, run, server, startServer, stopServer } from './testing-server';
import type { StreamLine } from './types';

beforeEach(() => {
  startServer();
  localStorage.clear();
});
afterEach(stopServer);

it('asks for a code where the server does not know it, and shows the board once it is confirmed', async () => {
  server.answers['/api/panel/stream'] = 401;
  const panel = run();
  await later(0);
  expect(panel.code.value?.code).toBe('482913');
  delete server.answers['/api/panel/stream'];
  await later(60_000);
  server.streams[server.streams.length - 1]?.push(board());
  await later(0);
  expect(panel.board.value?.revision).toBe('r1');
  expect(panel.code.value).toBeNull();
});

it('does not ask for code after code where the browser keeps no cookie', async () => {
  server.answers['/api/panel/stream'] = 401;
  run();
  await later(10_000);
  expect(count('/pairing')).toBeLessThan(6);
});

it('shows a new code as soon as the panel was removed or its code has run out', async () => {
  const panel = run();
  await later(0);
  server.streams[0]?.push(board());
  await later(0);
  server.streams[0]?.push({ type: 'removed' });
  await later(0);
  expect(panel.board.value).toBeNull();
  expect(panel.code.value?.code).toBe('482913');
  expect(localStorage.getItem('portal:device:panel')).toBeNull();
});

it('listens at once where a code that another tab showed was confirmed', async () => {
  server.answers = { '/api/panel/stream': 401, '/api/panel/pairing': 409 };
  server.slugs['/api/panel/pairing'] = 'panel_paired';
  const panel = run();
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path.endsWith('/pairing')) delete server.answers['/api/panel/stream'];
    return answer(path, init);
  });
  await later(0);
  expect([count('/stream'), count('/pairing')]).toEqual([2, 1]);
  server.streams[0]?.push(board());
  await later(0);
  expect(panel.board.value?.revision).toBe('r1');
});

it('waits between its tries where a server says that it is paired and does not know it', async () => {
  server.answers = { '/api/panel/stream': 401, '/api/panel/pairing': 409 };
  server.slugs['/api/panel/pairing'] = 'panel_paired';
  run();
  await later(10_000);
  expect(count('/pairing')).toBeLessThan(6);
});

it('waits with a new code until somebody can see it', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  server.answers['/api/panel/stream'] = 401;
  run();
  await later(60_000);
  expect(count('/pairing')).toBe(0);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await later(0);
  expect(count('/pairing')).toBe(1);
});

it('connects again at longer and longer times, at most half a minute, and at once when the network is back', async () => {
  server.answers['/api/panel/stream'] = 0;
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
  server.streams[0]?.push(board());
  await later(SILENCE_MS - 1);
  expect(count('/stream')).toBe(1);
  await later(1001);
  expect(count('/stream')).toBe(2);
});

it('says that what it shows is old only when the server is away for more than a moment, and until it is back', async () => {
  const panel = run();
  await later(0);
  server.streams[0]?.push(board());
  await later(0);
  server.answers['/api/panel/stream'] = 0;
  server.streams[0]?.end();
  await later(STALE_MS - 1000);
  expect(panel.isStale.value).toBe(false);
  await later(1500);
  expect([panel.isStale.value, panel.board.value?.revision]).toEqual([true, 'r1']);
  expect(panel.heardAt.value).toBe(NOW);
  delete server.answers['/api/panel/stream'];
  await later(30_000);
  server.streams[server.streams.length - 1]?.push(board('r2'));
  await later(0);
  expect([panel.isStale.value, panel.board.value?.revision]).toEqual([false, 'r2']);
});

it('shows what it kept as soon as the page is loaded, before there is a stream', async () => {
  run();
  await later(0);
  server.streams[0]?.push(board('kept'));
  await later(0);
  close();
  server.answers['/api/panel/stream'] = 0;
  const panel = run();
  expect(panel.board.value?.revision).toBe('kept');
  await later(STALE_MS + 1000);
  expect(panel.isStale.value).toBe(true);
});

it('goes by the clock of the server', async () => {
  const panel = run();
  await later(0);
  server.streams[0]?.push({ ...board(), server_time: NOW + 3_600_000 } as StreamLine);
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
      server.streams[0]?.push({ type: 'alive', server_time: NOW });
    }
  };
  run();
  await later(0);
  server.streams[0]?.push(board());
  await later(1000);
  expect(server.told).toMatchObject([{ revision: 'r1', view: 'board' }]);
  const urgent = boardOf({ broadcasts: { broadcasts: [broadcastOf('5', 'urgent')] } });
  server.streams[0]?.push({ type: 'board', board: { ...urgent, revision: 'r2' }, server_time: NOW });
  await later(3000);
  expect(server.told).toHaveLength(1);
  await later(3000);
  expect(server.told).toMatchObject([{}, { revision: 'r2', view: 'broadcast', shown: { broadcasts: ['5'] } }]);
  await alive(290_000);
  expect(server.told).toHaveLength(2);
  await alive(30_000);
  expect(server.told).toHaveLength(3);
});

it('says that a broadcast was shown only while the page can be seen', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const announcements = { announcements: [{ id: 7 }] };
  const parts = { announcements, broadcasts: { broadcasts: [broadcastOf('5', 'important')] } };
  run();
  await later(0);
  server.streams[0]?.push({ type: 'board', board: boardOf(parts), server_time: NOW });
  await later(10_000);
  expect(server.told).toMatchObject([{ view: 'board', shown: { broadcasts: [], announcements: [] } }]);
  visibility.mockReturnValue('visible');
  await later(2000);
  expect(server.told).toMatchObject([{}, { shown: { broadcasts: ['5'], announcements: [7] } }]);
  expect(server.told[1]).not.toHaveProperty('stale');
});
