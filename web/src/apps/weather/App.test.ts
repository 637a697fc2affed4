// The window and the widget: what is old says so, also when the portal does not answer, and nothing that is over is shown.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App as VueApp, type Component } from 'vue';
import { queryClient } from '@/core/query';
import WeatherWindow from './App.vue';
import sample from './sample';
import type { Weather, WeatherAlert, WeatherHour, WeatherSummary } from './types';
import TodayWidget from './widgets/TodayWidget.vue';

const MINUTE = 60_000;
const NOW = Date.parse('2026-11-28T08:00:00Z');
const iso = (minutes: number): string => new Date(NOW + minutes * MINUTE).toISOString();

let status: number;
let weather: Weather;
let requests: number;
let root: HTMLElement;
let app: VueApp;

/** A read waits a moment for others, with which it would be one request. */
async function readAnew(): Promise<void> {
  const read = queryClient.refetchQueries({ queryKey: ['weather'] });
  await vi.advanceTimersByTimeAsync(50);
  await read;
}

const summary = (): WeatherSummary => sample.queries?.()[0]?.[1] as WeatherSummary;
const hour = (minutes: number, temperature: number): WeatherHour => ({
  at: iso(minutes),
  temperature,
  text: '晴',
  condition: 'sunny',
  rain_probability: null,
  precipitation: null,
  wind_direction: null,
  wind_scale: null,
});
const alert = (title: string, expires_at: string): WeatherAlert => ({
  id: title,
  title,
  level: 'blue',
  text: title,
  sender: null,
  published_at: iso(-60),
  expires_at,
});

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  status = 200;
  requests = 0;
  const part = { data: null, fetched_at: iso(0), stale: false, problem: null };
  const parts = {
    hourly: part,
    daily: part,
    air: part,
    indices: part,
    warnings: { ...part, data: [] },
    minutely: part,
  };
  weather = { ...summary(), ...parts };
  vi.stubGlobal('fetch', ({ url }: Request) => {
    const isIcons = url.endsWith('/weather-icons');
    if (!isIcons) requests += 1;
    const body = JSON.stringify({ code: status, message: '', slug: 'x', data: isIcons ? [] : weather });
    return Promise.resolve(new Response(body, { status, headers: { 'Content-Type': 'application/json' } }));
  });
});
afterEach(() => {
  app.unmount();
  queryClient.clear();
  document.body.innerHTML = '';
  see(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(component: Component): Promise<void> {
  root = document.body.appendChild(document.createElement('div'));
  app = createApp(() => h(component, { config: {}, refreshKey: 0 }));
  app.use(VueQueryPlugin, { queryClient }).mount(root);
  await vi.advanceTimersByTimeAsync(50);
}

function see(visible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { value: visible ? 'visible' : 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

it('looks every five minutes, not while the tab is hidden, and at once when it is seen again', async () => {
  await show(TodayWidget);
  expect(requests).toBe(1);
  see(false);
  await vi.advanceTimersByTimeAsync(30 * MINUTE);
  // An answer that arrives while nobody looks ends nothing.
  await readAnew();
  expect(requests).toBe(2);
  see(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(requests).toBe(3);
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(requests).toBe(4);
});

it.each<[string, Component]>([
  ['widget', TodayWidget],
  ['window', WeatherWindow],
])('marks the weather of the %s as old when the portal has brought none for an hour', async (_, component) => {
  weather.now.fetched_at = iso(0);
  await show(component);
  expect(root.textContent).not.toContain('的数据');
  see(false);
  await vi.advanceTimersByTimeAsync(61 * MINUTE);
  expect(root.textContent).toContain('的数据');
});

it('says why the newest weather did not arrive, and marks that of the widget', async () => {
  await show(WeatherWindow);
  status = 400;
  await readAnew();
  await vi.advanceTimersByTimeAsync(50);
  expect(root.textContent).toContain('下面是上次的天气');
  expect(root.textContent).not.toContain('连不上');
  app.unmount();
  status = 200;
  queryClient.clear();
  await show(TodayWidget);
  expect(root.textContent).not.toContain('的数据');
  status = 400;
  await readAnew();
  await vi.advanceTimersByTimeAsync(50);
  expect(root.textContent).toContain('的数据');
});

it('tells warnings that could not be read from none, and shows none that is over', async () => {
  const problem = { code: 'unavailable' as const, message: '天气服务出错了' };
  const alerts = [alert('大风', iso(30)), alert('寒潮', iso(90))];
  weather.warnings = { data: alerts, fetched_at: iso(-120), stale: true, problem };
  await show(WeatherWindow);
  expect(root.textContent).toMatch(/天气预警：.*的数据。天气服务出错了/);
  expect(root.textContent).toContain('大风');
  await vi.advanceTimersByTimeAsync(31 * MINUTE);
  expect(root.textContent).not.toContain('大风');
  expect(root.textContent).toContain('寒潮');
  weather.warnings = { data: null, fetched_at: null, stale: false, problem };
  await readAnew();
  await vi.advanceTimersByTimeAsync(50);
  expect(root.textContent).toContain('天气预警：暂无数据。天气服务出错了');
});

it('shows the hours that are not over, and where the next day begins', async () => {
  const hours = Array.from({ length: 26 }, (_, index) => hour((index - 2) * 60, index));
  weather.hourly = { ...weather.now, data: hours };
  await show(WeatherWindow);
  const shown = [...root.querySelectorAll('.hour')];
  expect(shown).toHaveLength(24);
  expect(shown[0]?.textContent).toContain('2°');
  expect(shown.filter((one) => one.textContent.includes('明天'))).toHaveLength(1);
});
