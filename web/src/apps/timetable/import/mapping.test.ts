// How a sheet is read: guesses, and the edits of whoever knows better.
import { describe, expect, it } from 'vitest';
import { guessDays, weekdayIn } from './guess';
import {
  fillFrom,
  flipped,
  isOne,
  mappedCells,
  mappingOf,
  missingOf,
  periodAbove,
  withDay,
  withDaysFrom,
  withLine,
  withLines,
  withPeriod,
} from './mapping';
import type { MappedPeriod } from './types';

/** As schools print it: a title, times beside the lessons, a line for noon. */
const CELLS = [
  ['高一（1）班课表', '', '', ''],
  ['节次', '时间', '星期一', '周二（单周）'],
  ['1', '8:00-8:40', '语文\n王老师', '数学'],
  ['2', '08:50～09:30', '', '英语'],
  ['午休', '', '午休', '午休'],
  ['3', '', '物理\n李老师\n实验楼 302', ''],
  ['', '', '', ''],
];
const SHEET = { name: '课表', cells: CELLS };

describe('a sheet that nobody has explained', () => {
  it('has its days in the row that names the most of them', () => {
    expect(mappingOf(SHEET, false).days).toEqual([
      { index: 2, day: 1, weeks: 'all' },
      { index: 3, day: 2, weeks: 'odd' },
    ]);
  });

  it('has a period in each row that has a lesson, with the times beside it', () => {
    expect(mappingOf(SHEET, false).periods).toEqual([
      { index: 2, start: '08:00', end: '08:40' },
      { index: 3, start: '08:50', end: '09:30' },
      { index: 5, start: null, end: null },
    ]);
  });

  it('has as many kinds of lines as its fullest cell', () => {
    expect(mappingOf(SHEET, false).lines).toEqual(['subject', 'teacher', 'room']);
  });

  it('reads the same when it is turned', () => {
    const turned = mappingOf({ name: '课表', cells: flipped(CELLS) }, true);
    expect(turned).toEqual({ ...mappingOf(SHEET, false), transposed: true });
  });

  it('without weekdays has no day and no period', () => {
    const mapping = mappingOf({ name: '别的', cells: [['a', 'b'], ['c']] }, false);
    expect([mapping.days, mapping.periods]).toEqual([[], []]);
    expect(missingOf(mapping)).toEqual(['days', 'periods']);
    expect(mappingOf({ name: '空', cells: [] }, false).days).toEqual([]);
  });

  it('is sent without what is neither day nor period, and with its places', () => {
    expect(mappedCells(CELLS, mappingOf(SHEET, false))).toEqual([
      [],
      [],
      ['', '', '语文\n王老师', '数学'],
      ['', '', '', '英语'],
      [],
      ['', '', '物理\n李老师\n实验楼 302', ''],
      [],
    ]);
    const turned = { ...SHEET, cells: flipped(CELLS) };
    expect(mappedCells(turned.cells, mappingOf(turned, true))[3]).toEqual(['', '', '数学', '英语', '', '', '']);
  });

  it('may call its days in several ways', () => {
    const words = ['周一', '星期二', '礼拜三', '周4', '星期天', '周日', 'Mon', 'saturday', '周末', 'money'];
    expect(words.map(weekdayIn)).toEqual([1, 2, 3, 4, 7, 7, 1, 6, null, 1]);
    expect(guessDays([['x']]).header).toBe(-1);
  });
});

describe('an edit', () => {
  const mapping = mappingOf(SHEET, false);

  it('gives a column another day, or none, and leaves the others', () => {
    const edited = withDay(withDay(mapping, 3, { day: 5, weeks: 'even' }), 2, null);
    expect(edited.days).toEqual([{ index: 3, day: 5, weeks: 'even' }]);
    expect(mapping.days).toHaveLength(2);
  });

  it('numbers the columns that follow until the week or the sheet ends', () => {
    const from = (day: number, width: number): number[][] =>
      withDaysFrom(mapping, 2, day, width).days.map((one) => [one.index, one.day]);
    expect(from(1, 5)).toEqual([
      [2, 1],
      [3, 2],
      [4, 3],
    ]);
    expect(from(6, 20)).toEqual([
      [2, 6],
      [3, 7],
    ]);
  });

  it('makes a row a period, or none, in the order of the rows', () => {
    const edited = withPeriod(withPeriod(mapping, 4, { start: '12:00', end: '12:30' }), 2, null);
    expect(edited.periods.map(({ index }) => index)).toEqual([3, 4, 5]);
  });

  it('fills the times from a row on and leaves what stands above', () => {
    const filled = fillFrom(mapping, 3, { first: '10:00', lesson: 45, pause: 15 });
    expect(filled.periods).toEqual([
      { index: 2, start: '08:00', end: '08:40' },
      { index: 3, start: '10:00', end: '10:45' },
      { index: 5, start: '11:00', end: '11:45' },
    ]);
    expect(missingOf(filled)).toEqual([]);
  });

  it('keeps two rows of one lesson together', () => {
    const above = periodAbove(withPeriod(mapping, 4, { start: null, end: null }), 4);
    expect(above).toEqual({ index: 3, start: '08:50', end: '09:30' });
    const joined = withPeriod(mapping, 4, { start: '08:50', end: '09:30' });
    expect(periodAbove(joined, 2)).toBeNull();
    expect(isOne(joined.periods[1], joined.periods[2] as MappedPeriod)).toBe(true);
    const filled = fillFrom(joined, 2, { first: '08:00', lesson: 40, pause: 10 });
    expect(filled.periods.map(({ start }) => start)).toEqual(['08:00', '08:50', '08:50', '09:40']);
    expect(withLines({ ...joined, lines: [] }, [[], [], [], ['', '', '语文\n甲'], ['', '', '乙']]).lines).toHaveLength(
      3,
    );
  });

  it('that would go over midnight, or begins at no time, fills nothing', () => {
    expect(fillFrom(mapping, 2, { first: '23:00', lesson: 40, pause: 10 })).toBe(mapping);
    expect(fillFrom(mapping, 2, { first: '25:00', lesson: 40, pause: 10 })).toBe(mapping);
  });

  it('moves the subject to another line by exchange', () => {
    expect(withLine(mapping, 1, 'subject').lines).toEqual(['teacher', 'subject', 'room']);
    expect(withLine(mapping, 0, 'skip').lines).toEqual(['skip', 'teacher', 'room']);
    expect(missingOf(withLine(mapping, 0, 'skip'))).toContain('subject');
  });

  it('that adds fuller cells keeps what was said of the lines', () => {
    const two = { ...mapping, lines: ['teacher' as const, 'subject' as const] };
    expect(withLines(two, CELLS).lines).toEqual(['teacher', 'subject', 'room']);
  });
});
