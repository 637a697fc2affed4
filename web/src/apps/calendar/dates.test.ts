// What is written on the days of a public holiday.
import { expect, it } from 'vitest';
import { lunarDate, lunarWord } from './dates';
import type { DayFacts } from './types';

function day(date: string, off?: boolean): DayFacts {
  const names = { month_name: '八月', day_name: '廿一', festival: null, solar_term: null };
  const lunar = { ...names, month: 8, day: 21, leap: false };
  return { date, lunar, public_day: off === undefined ? null : { name: '国庆节', off } } as unknown as DayFacts;
}

it('names a public holiday on its first day', () => {
  expect(lunarWord(day('2026-10-01', true), 'zh', day('2026-09-30'))).toBe('国庆节');
  expect(lunarWord(day('2026-10-02', true), 'zh', day('2026-10-01', true))).toBe('廿一');
});

it('says in English that the date is a lunar one', () => {
  const facts = day('2026-10-01');
  expect(lunarDate(facts, 'en')).toBe('Lunar\u00a08/21');
  expect(lunarDate(facts, 'en', { spoken: true })).toBe('Lunar month 8, day 21');
  const leap = { ...facts, lunar: { ...facts.lunar, leap: true } };
  expect(lunarDate(leap, 'en', { spoken: true })).toBe('Lunar leap month 8, day 21');
});

it('says that people work for one', () => {
  expect(lunarWord(day('2026-10-10', false), 'zh', day('2026-10-09'))).toBe('廿一');
  expect(lunarDate(day('2026-10-10', false), 'zh')).toBe('八月廿一 · 国庆节调休');
  expect(lunarDate(day('2026-10-10', false), 'en')).toContain('国庆节, working day');
});
