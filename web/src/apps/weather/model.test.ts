// What the weather shows follows from what the server says.
import { expect, it } from 'vitest';
import { formatTime } from '@/core/time';
import {
  alertsInForce,
  dayKey,
  degrees,
  hoursAhead,
  isOld,
  isSnow,
  minutesToRain,
  rainAhead,
  rainEnd,
  rangeOf,
} from './model';
import { rainText } from './rain-text';
import type { RainForecast, WeatherAlert, WeatherDay, WeatherHour } from './types';

const NOW = Date.parse('2026-11-28T08:02:00Z');
const rain = (...amounts: number[]): RainForecast => ({
  summary: '',
  steps: amounts.map((precipitation, index) => ({
    at: new Date(Date.parse('2026-11-28T08:00:00Z') + index * 300_000).toISOString(),
    precipitation,
    is_snow: false,
  })),
});
const day = (temperature_min: number, temperature_max: number): WeatherDay =>
  ({ temperature_min, temperature_max }) as WeatherDay;

it('rounds temperatures, and writes no minus before a zero', () => {
  expect([23.5, -0.4, -3.6, 0].map(degrees)).toEqual(['24°', '0°', '-4°', '0°']);
});

it('names today and tomorrow', () => {
  expect(['2026-11-28', '2026-11-29', '2026-11-30'].map((date) => dayKey(date, '2026-11-28'))).toEqual([
    'day.today',
    'day.tomorrow',
    null,
  ]);
  expect(dayKey('2027-01-01', '2026-12-31')).toBe('day.tomorrow');
});

it('takes weather for old when the server says so, and after an hour', () => {
  const part = (stale: boolean) => ({ fetched_at: '2026-11-28T07:02:00Z', stale, problem: null });
  expect([isOld(part(false), NOW), isOld(part(false), NOW + 1), isOld(part(true), NOW)]).toEqual([false, true, true]);
  expect(isOld({ fetched_at: null, stale: false, problem: null }, NOW)).toBe(false);
});

it('leaves out the hours and the warnings that are over', () => {
  const hours = ['06:00', '07:00', '08:00'].map((time) => ({ at: `2026-11-28T${time}:00Z` }) as WeatherHour);
  expect(hoursAhead(hours, NOW)).toEqual(hours.slice(2));
  const alerts = [null, '2026-11-28T08:02:00Z', '2026-11-28T08:02:01Z'].map(
    (expires_at) => ({ expires_at }) as WeatherAlert,
  );
  expect(alertsInForce(alerts, NOW)).toEqual([alerts[0], alerts[2]]);
});

it('places the temperatures of a day among those of the week', () => {
  const week = [day(0, 10), day(5, 20), day(10, 10)];
  expect(week.map((entry) => rangeOf(entry, week))).toEqual([
    { from: 0, length: 0.5 },
    { from: 0.25, length: 0.75 },
    { from: 0.5, length: 0.04 },
  ]);
  expect(rangeOf(day(3, 3), [day(3, 3)])).toEqual({ from: 0, length: 0.04 });
});

it('says when it begins to rain, that it rains, and nothing while it stays dry', () => {
  expect(minutesToRain(rain(0, 0, 0.1), NOW)).toBe(8);
  expect(minutesToRain(rain(0.2), NOW)).toBe(0);
  expect(minutesToRain(rain(0, 0), NOW)).toBeNull();
  expect(minutesToRain(null, NOW)).toBeNull();
  const snow = rain(0, 0.1);
  snow.steps.forEach((step) => (step.is_snow = true));
  expect([isSnow(snow, NOW), isSnow(rain(0.1), NOW), isSnow(null, NOW)]).toEqual([true, false, false]);
});

it('leaves out what is over of a forecast that is old', () => {
  expect(rainAhead(rain(0.5, 0.2, 0.1), NOW + 6 * 60_000)).toMatchObject({ most: 0.2, steps: [{}, {}] });
  expect(rainAhead(rain(0.5), NOW + 3_600_000)).toEqual({ steps: [], most: 0 });
});

it('says that it stays dry no longer than the forecast reaches, and nothing when all of it is over', () => {
  const end = formatTime(new Date('2026-11-28T08:10:00Z'));
  expect(rainText(rain(0, 0), NOW)).toBe(`${end} 前无降水`);
  expect(rainText(rain(0, 0), NOW + 3_600_000)).toBe('暂无数据');
  expect(rainText({ summary: '', steps: [] }, NOW)).toBe('暂无数据');
  expect(rainText(rain(0, 0.1), NOW)).toBe('3 分钟后下雨');
  expect(rainText({ ...rain(0, 0.1), summary: '马上有小雨' }, NOW)).toBe('马上有小雨');
  expect(rainEnd(rain(0), NOW + 3_600_000)).toBeNull();
});
