// What a board says of the weather and its warnings.
import { expect, it } from 'vitest';
import part from '../board';
import { worstOf, type WeatherPart } from './part';

const weather: WeatherPart = {
  place: '海淀',
  temperature: 0,
  text: '阴',
  icon: 'cloudy',
  high: 7,
  low: -1,
  air: '良',
  stale: false,
  fetched_at: '2026-11-30T07:49:00Z',
};

it('names the most severe warning, the newest of several, and how many more there are', () => {
  const warnings = [
    { title: '海淀区气象台发布大风蓝色预警', level: 'blue' },
    { title: '海淀区气象台发布道路结冰橙色预警信号', level: 'orange' },
    { title: '海淀区气象台发布寒潮橙色预警', level: 'orange' },
  ] as const;
  expect(worstOf(warnings)).toEqual({ title: '道路结冰橙色预警', level: 'orange', more: 2 });
  expect(worstOf(warnings.slice(0, 1))).toMatchObject({ title: '大风蓝色预警', more: 0 });
});

it('has no warning where there is none, or the server knows of none', () => {
  expect(worstOf([])).toBeUndefined();
  expect(worstOf(weather.warnings)).toBeUndefined();
});

it('is shown until a moment where the server has nothing newer', () => {
  expect(part.lines(weather, 5000)).toBeGreaterThan(0);
  const lines = [4999, 5000].map((now) => part.lines({ ...weather, until: 5000 }, now) > 0);
  expect(lines).toEqual([true, false]);
});
