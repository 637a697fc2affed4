// Choices of repetition as rules, and back.
import { describe, expect, it } from 'vitest';
import { choiceOf, noRepeat, ruleOf, shiftedRule, type RepeatChoice } from './rule';
import { repeatWords, reminderWords } from './words';

const START = '2026-09-02T18:30'; // A Wednesday.
const choice = (some: Partial<RepeatChoice>): RepeatChoice => ({ ...noRepeat(START), ...some });

describe('a choice', () => {
  const cases: [Partial<RepeatChoice>, string, string][] = [
    [{ repeat: 'none' }, '', ''],
    [{ repeat: 'daily' }, 'FREQ=DAILY', '每天'],
    [{ repeat: 'daily', every: 3 }, 'FREQ=DAILY;INTERVAL=3', '每 3 天'],
    [{ repeat: 'weekdays' }, 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '每个工作日'],
    [{ repeat: 'weekly' }, 'FREQ=WEEKLY', '每周三'],
    [
      { repeat: 'weekly', every: 2, days: [1, 3], end: 'until', until: '2026-12-31' },
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261231',
      '每 2 周的周一、周三，到 2026年12月31日',
    ],
    [{ repeat: 'monthly', end: 'count', count: 6 }, 'FREQ=MONTHLY;COUNT=6', '每月 2 日，共 6 次'],
    [{ repeat: 'yearly' }, 'FREQ=YEARLY', '每年 9月2日'],
  ];

  it.each(cases)('%o is a rule that is read as the same choice', (some, rule, words) => {
    expect(ruleOf(choice(some), START)).toBe(rule);
    const read = choiceOf(rule, START);
    expect(ruleOf(read, START)).toBe(rule);
    expect(repeatWords(read, START)).toBe(words);
  });
});

describe('a rule', () => {
  it('of the first day alone says no more than without it', () => {
    expect(choiceOf('FREQ=MONTHLY;BYMONTHDAY=2', START).repeat).toBe('monthly');
    expect(choiceOf('FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=2', START).repeat).toBe('yearly');
    expect(choiceOf('FREQ=WEEKLY', START)).toMatchObject({ repeat: 'weekly', days: [3] });
  });

  it('that no choice says stays as it is', () => {
    for (const rule of ['FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYMONTHDAY=15', 'FREQ=DAILY;BYHOUR=8,20']) {
      const read = choiceOf(rule, START);
      expect([read.repeat, ruleOf(read, START)]).toEqual(['other', rule]);
    }
  });

  it('ends on a day at school, whatever instant it names', () => {
    const read = choiceOf('FREQ=DAILY;UNTIL=20260923T102900Z', START);
    expect([read.end, read.until]).toEqual(['until', '2026-09-23']);
  });
});

it('reminders are said as people say them', () => {
  expect([0, 10, 60, 1440].map((minutes) => reminderWords(minutes, false))).toEqual([
    '开始时',
    '提前 10 分钟',
    '提前 1 小时',
    '提前 1 天',
  ]);
  expect([-480, 240, 1680].map((minutes) => reminderWords(minutes, true))).toEqual([
    '当天 08:00',
    '前 1 天 20:00',
    '前 2 天 20:00',
  ]);
});

it('days that a rule names move with the event', () => {
  expect(shiftedRule('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=4', 1)).toBe(
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;COUNT=4',
  );
  expect(shiftedRule('FREQ=WEEKLY;BYDAY=MO', -1)).toBe('FREQ=WEEKLY;BYDAY=SU');
  for (const rule of ['FREQ=WEEKLY', 'FREQ=MONTHLY;BYDAY=-1FR']) expect(shiftedRule(rule, 1)).toBeUndefined();
});
