// The public days of a year on the screen.
import { describe, expect, it } from 'vitest';
import type { PublicDay } from '../types';
import { isSameDays, merged, monthsOf, painted, stretchesOf } from './model';

const day = (date: string, name = '国庆节', off = true): PublicDay => ({ date, name, off });

it('draws twelve months whose weeks begin on Mondays', () => {
  const months = monthsOf(2028);
  expect(months).toHaveLength(12);
  expect(months.map(({ days }) => days.length).reduce((a, b) => a + b)).toBe(366);
  // 1 January 2028 is a Saturday.
  expect(months[0]).toMatchObject({ number: 1, blanks: 5 });
  expect(months[0]?.days[0]).toEqual({ date: '2028-01-01', number: 1, isWeekend: true });
  expect(months[11]?.days[30]?.date).toBe('2028-12-31');
});

describe('a tap', () => {
  const off = { kind: 'off', name: '国庆节' } as const;

  it('makes a day what the brush says, in the order of the dates', () => {
    expect(painted([day('2027-10-02')], '2027-10-01', off)).toEqual([day('2027-10-01'), day('2027-10-02')]);
    expect(painted([day('2027-10-01')], '2027-10-01', { kind: 'work', name: '国庆节' })).toEqual([
      day('2027-10-01', '国庆节', false),
    ]);
  });

  it('on a day that is so already makes it a usual one', () => {
    expect(painted([day('2027-10-01')], '2027-10-01', off)).toEqual([]);
    expect(painted([day('2027-10-01', '中秋节')], '2027-10-01', off)).toEqual([day('2027-10-01')]);
    expect(painted([day('2027-10-01')], '2027-10-01', { kind: 'usual', name: '' })).toEqual([]);
  });
});

it('lists days of one holiday that follow each other as one', () => {
  const days = [day('2027-10-02'), day('2027-10-01'), day('2027-10-09', '国庆节', false), day('2027-10-03', '中秋节')];
  expect(stretchesOf(days)).toEqual([
    { name: '国庆节', off: true, first: '2027-10-01', last: '2027-10-02' },
    { name: '中秋节', off: true, first: '2027-10-03', last: '2027-10-03' },
    { name: '国庆节', off: false, first: '2027-10-09', last: '2027-10-09' },
  ]);
});

it('tells whether anything differs, and lets pasted days take the place of others', () => {
  const days = [day('2027-10-01'), day('2027-10-02')];
  expect(isSameDays(days, [day('2027-10-02'), day('2027-10-01')])).toBe(true);
  expect(isSameDays(days, merged(days, [day('2027-10-02', '国庆节', false)]))).toBe(false);
  expect(merged(days, [day('2027-09-30')]).map(({ date }) => date)).toEqual(['2027-09-30', '2027-10-01', '2027-10-02']);
});
