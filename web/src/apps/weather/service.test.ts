// Warnings reach the island, each once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { disconnected, dispatch } from '@/core/live/bus';
import { noticeHistory, resetNotices, tellShown } from '@/core/notify';
import { removePersonal } from '@/core/storage';
import start from './service';
import type { WeatherAlert } from './types';

const PATIENCE = { timeout: 10_000 };
/** Until the list is read for the first time. */
const firstRead = (): Promise<unknown> => vi.advanceTimersByTimeAsync(15_000);
let stop: () => void;
let listed: WeatherAlert[] = [];
let requests = 0;
/** Holds the answers back. */
let held: Promise<unknown> = Promise.resolve();

const alert = (id: string, level: WeatherAlert['level'], more: Partial<WeatherAlert> = {}): WeatherAlert => ({
  id,
  level,
  title: `${id} 预警`,
  text: '请关好门窗',
  sender: '气象台',
  published_at: '2026-11-28T08:00:00.000Z',
  expires_at: null,
  ...more,
});
const titles = (): string[] => noticeHistory.value.map(({ title }) => title);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  requests = 0;
  listed = [];
  held = Promise.resolve();
  removePersonal('weather-alerts');
  resetNotices();
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    const data = { alerts: listed, fetched_at: null, stale: false };
    await held;
    const body = JSON.stringify({ code: 200, message: 'ok', data });
    return new Response(body, { headers: { 'Content-Type': 'application/json' } });
  });
});
afterEach(() => {
  stop();
  disconnected();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('tells of a warning that was published while nobody was here, and of one that comes, in their colours', async () => {
  listed = [alert('b', 'orange', { published_at: '2026-11-28T09:00:00.000Z' }), alert('a', 'blue')];
  stop = start();
  await firstRead();
  await vi.waitFor(() => expect(titles()).toEqual(['橙色预警 · b 预警', '蓝色预警 · a 预警']), PATIENCE);
  dispatch({ type: 'weather_alert', ...alert('c', 'red') });
  expect(noticeHistory.value[0]).toMatchObject({ priority: 'urgent', emphasis: 'urgent', app: 'weather' });
  expect(noticeHistory.value[1]).toMatchObject({ priority: 'normal', emphasis: 'important' });
  expect(requests).toBe(1);
});

it('tells of each once on this device, also after a reload', async () => {
  stop = start();
  dispatch({ type: 'weather_alert', ...alert('a', 'yellow') });
  dispatch({ type: 'weather_alert', ...alert('a', 'yellow') });
  expect(titles()).toHaveLength(1);
  noticeHistory.value.forEach(tellShown);
  stop();
  resetNotices();
  listed = [alert('a', 'yellow'), alert('b', 'yellow')];
  stop = start();
  await firstRead();
  await vi.waitFor(() => expect(titles()).toEqual(['黄色预警 · b 预警']), PATIENCE);
});

it('takes back one that is over, and tells of none that has ended by its own words', () => {
  stop = start();
  dispatch({ type: 'weather_alert', ...alert('a', 'yellow') });
  dispatch({ type: 'weather_alert', ...alert('old', 'red', { expires_at: '2020-01-01T00:00:00.000Z' }) });
  expect(titles()).toHaveLength(1);
  dispatch({ type: 'weather_alert_ended', id: 'a', created_at: '2026-11-28T09:00:00.000Z' });
  expect(titles()).toEqual([]);
});

it('reads the list once after the start, and again where frames may have been missed', async () => {
  const reads = (count: number): Promise<void> => vi.waitFor(() => expect(requests).toBe(count), PATIENCE);
  stop = start();
  await firstRead();
  await reads(1);
  stop();
  stop = start();
  await firstRead();
  await reads(2);
  dispatch({ type: 'connected', resumed: true });
  dispatch({ type: 'reset' });
  await reads(3);
});

it('takes back one whose end it has missed, and keeps one that came during the request', async () => {
  stop = start();
  dispatch({ type: 'weather_alert', ...alert('a', 'yellow') });
  dispatch({ type: 'weather_alert', ...alert('b', 'yellow') });
  listed = [alert('b', 'yellow')];
  dispatch({ type: 'reset' });
  dispatch({ type: 'weather_alert', ...alert('c', 'yellow') });
  await vi.waitFor(() => expect(titles()).toEqual(['黄色预警 · c 预警', '黄色预警 · b 预警']), PATIENCE);
});

it('reads again when one is in force again, and shows it to nobody who has seen it', async () => {
  stop = start();
  dispatch({ type: 'weather_alert', ...alert('a', 'yellow') });
  noticeHistory.value.forEach(tellShown);
  dispatch({ type: 'weather_alert_ended', id: 'a', created_at: '2026-11-28T09:00:00.000Z' });
  listed = [alert('a', 'yellow'), alert('b', 'blue')];
  dispatch({ type: 'weather_alert_renewed', id: 'a', created_at: '2026-11-28T09:10:00.000Z' });
  await vi.waitFor(() => expect(titles()).toEqual(['蓝色预警 · b 预警']), PATIENCE);
});

it('tells of nothing that arrives after it was stopped', async () => {
  let release = (): void => undefined;
  held = new Promise<void>((resolve) => (release = resolve));
  listed = [alert('a', 'red')];
  stop = start();
  dispatch({ type: 'reset' });
  stop();
  release();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(titles()).toEqual([]);
});
