// The grid of a month and the bars of its weeks.
import { describe, expect, it } from 'vitest';
import type { Item } from '../model';
import { barsOf, hiddenOn, weeksOf } from './grid';

function item(key: string, firstDay: string, lastDay = firstDay, start = ''): Item {
  const rest = { kind: 'own', title: key, location: '', color: '', end: start, repeats: false } as const;
  return { ...rest, key, firstDay, lastDay, start, allDay: start === '' };
}

describe('the weeks of a month', () => {
  it('begin on Monday and hold the whole month, and no more', () => {
    const november = weeksOf('2026-11-29');
    expect(november.length).toBe(6);
    expect([november[0]?.[0], november[5]?.[6]]).toEqual(['2026-10-26', '2026-12-06']);
    const february = weeksOf('2027-02-10');
    expect(february.map((week) => week[0])).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22']);
  });

  it('are right in a leap year and over its end', () => {
    expect(weeksOf('2028-02-01').flat()).toContain('2028-02-29');
    expect(weeksOf('2026-12-31').flat().pop()).toBe('2027-01-03');
  });
});

describe('the bars of a week', () => {
  const week = weeksOf('2026-11-29')[1] ?? [];

  it('lie on lines of their own where they meet, the longest on top', () => {
    const bars = barsOf(
      [
        item('a', '2026-11-03', '2026-11-03', '08:00'),
        item('trip', '2026-11-02', '2026-11-04'),
        item('b', '2026-11-06'),
      ],
      week,
    );
    const places = Object.fromEntries(bars.map(({ item: { key }, lane, column, span }) => [key, [lane, column, span]]));
    expect(places).toEqual({ trip: [0, 0, 3], a: [1, 1, 1], b: [0, 4, 1] });
  });

  it('are cut at the borders of the week, and say so', () => {
    const [bar] = barsOf([item('long', '2026-10-30', '2026-11-20')], week);
    expect(bar).toMatchObject({ column: 0, span: 7, before: true, after: true });
  });

  it('are counted where they have no line', () => {
    const bars = barsOf(
      ['a', 'b', 'c'].map((key) => item(key, '2026-11-05')),
      week,
    );
    expect([hiddenOn(bars, 3, 1), hiddenOn(bars, 2, 1)]).toEqual([2, 0]);
  });
});
