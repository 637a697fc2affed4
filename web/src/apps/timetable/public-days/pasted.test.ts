// Pasted lines of public days.
import { describe, expect, it } from 'vitest';
import { parseDays } from './pasted';

const said = (text: string): string[] =>
  parseDays(text, 2027).days.map(({ date, name, off }) => `${date} ${name} ${off ? '休' : '班'}`);
const faults = (text: string): string[] => parseDays(text, 2027).faults.map(({ line, fault }) => `${line} ${fault}`);

describe('a line', () => {
  it('has a date, a holiday, and whether it is off', () => {
    expect(said('2027-01-01 元旦 休\n2027-02-20 春节 班')).toEqual(['2027-01-01 元旦 休', '2027-02-20 春节 班']);
  });

  it('may be written in several ways', () => {
    const lines = [
      '2027年1月1日，元旦，放假',
      '1月2日 元旦 休',
      '2027/01/03\t元旦\t休息',
      '02.21 春节 补班',
      '4-5 Qingming off',
    ];
    expect(said(lines.join('\r\n'))).toEqual([
      '2027-01-01 元旦 休',
      '2027-01-02 元旦 休',
      '2027-01-03 元旦 休',
      '2027-02-21 春节 班',
      '2027-04-05 Qingming 休',
    ]);
  });

  it('may be a range of dates', () => {
    expect(said('2027-04-30 至 2027-05-02 劳动节 休')).toEqual([
      '2027-04-30 劳动节 休',
      '2027-05-01 劳动节 休',
      '2027-05-02 劳动节 休',
    ]);
    expect(said('10月1日~10月2日 国庆节 放假')).toEqual(['2027-10-01 国庆节 休', '2027-10-02 国庆节 休']);
  });

  it('of the same date as one before takes its place, and dates come in order', () => {
    expect(said('5月2日 劳动节 休\n5月1日 劳动节 休\n\n5月2日 劳动节 班')).toEqual([
      '2027-05-01 劳动节 休',
      '2027-05-02 劳动节 班',
    ]);
  });
});

it('names each line that cannot be read, and why', () => {
  const lines = [
    '元旦 休',
    '2027-02-30 春节 休',
    '2026-12-31 元旦 休',
    '2027-01-01 元旦',
    '2027-01-01 休',
    `2027-01-01 ${'长'.repeat(41)} 休`,
    '2027-10-07 至 2027-10-01 国庆节 休',
    '2027-01-01 至 2027-12-31 国庆节 休',
  ];
  expect(faults(lines.join('\n'))).toEqual([
    '1 no_date',
    '2 no_such_date',
    '3 other_year',
    '4 no_kind',
    '5 no_name',
    '6 name_long',
    '7 too_long',
    '8 too_long',
  ]);
  expect(said(lines.join('\n'))).toEqual([]);
});
