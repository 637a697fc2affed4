// Which words the cell of a day has room for.
import { expect, it } from 'vitest';
import type { DayFacts } from '../types';
import { cellWord, linesOf, type Cell } from './cell-words';

const LAPTOP: Cell = { width: 6.75, narrow: false, number: '22', month: '', marks: [] };
const PHONE: Cell = { ...LAPTOP, width: 3.25, narrow: true };

function term(zh: string, en: string): DayFacts {
  const lunar = { month_name: '十月', day_name: '十四', day: 14, festival: null, solar_term: { zh, en } };
  return { date: '2026-11-22', lunar, public_day: null } as unknown as DayFacts;
}

const snow = term('小雪', 'Minor Snow');
const said = (facts: DayFacts, lang: 'zh' | 'en', cell: Cell): string => cellWord({ facts, lang }, cell).text;

it('have two lines beside the number, and one below it on a phone', () => {
  expect(said(snow, 'en', LAPTOP)).toBe('Minor Snow');
  expect(said(term('立冬', 'Start of Winter'), 'en', LAPTOP)).toBe('Start of Winter');
  expect(said(snow, 'en', PHONE)).toBe('');
  expect(said(snow, 'zh', PHONE)).toBe('小雪');
});

it('are the lunar day where what the day is known for is too long', () => {
  const long = term('很长的一个节气的名字', 'Awakening of all the Insects');
  expect(cellWord({ facts: long, lang: 'zh' }, PHONE)).toEqual({ text: '十四', special: false });
  expect(said(long, 'en', LAPTOP)).toBe('');
});

it('leave the first day of a month room for a public holiday', () => {
  const first: Cell = { ...LAPTOP, number: '1', month: '10月', marks: ['休'] };
  expect(cellWord({ facts: term('国庆节', 'National Day'), lang: 'zh' }, first).text).toBe('国庆节');
});

it('are never broken inside, but between Chinese letters', () => {
  expect(linesOf('Brightness', 4)).toBe(Infinity);
  expect(linesOf('Pure Brightness', 6)).toBe(2);
  expect(linesOf('Mid-Autumn', 4.5)).toBe(2);
  expect(linesOf('国庆节', 2)).toBe(2);
});
