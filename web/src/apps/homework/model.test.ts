// Which week, row and group a card stands in, and when it is due in words.
import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '@/core/i18n';
import { updateUser } from '@/core/session';
import type { UserInfo } from '@/api/types';
import { dueWords, leftWords, urgencyOf } from './due';
import {
  daysInSight,
  dueAhead,
  dueDays,
  filtered,
  handInState,
  headline,
  inOrder,
  isEvening,
  isNew,
  isSoon,
  merged,
  openGroups,
  subjectsOf,
  wallDays,
  wallRows,
} from './model';
import { cardOf } from './testing';

const TODAY = '2026-09-10';
const NOW = new Date(`${TODAY}T18:00:00`);
const at = (day: string, time = '23:59'): string => new Date(`${day}T${time}:00`).toISOString();
const due = (date: string, time: string | null = null) => ({
  due_date: date,
  due_time: time,
  due_at: at(date, time ?? '23:59'),
});

beforeEach(() => {
  updateUser({ user_id: '260101', is_class_admin: false } as UserInfo);
  return setLanguage('zh');
});

describe('the wall', () => {
  const cards = [
    cardOf(1, { subject: '数学', assigned_on: '2026-09-07' }),
    cardOf(2, { subject: '语文', assigned_on: '2026-09-10' }),
    cardOf(3, { subject: '', assigned_on: '2026-09-10' }),
    cardOf(4, { subject: '语文', assigned_on: '2026-09-10', ...due('2026-09-11') }),
  ];

  it('has a row for each subject in the known order, no subject last', () => {
    const days = wallDays('2026-09-07', cards, TODAY);
    const rows = wallRows(cards, days, ['语文', '英语']);
    expect(rows.map(({ subject }) => subject)).toEqual(['语文', '数学', '']);
    expect(rows[0]?.cells.map((cell) => cell.map(({ id }) => id))).toEqual([[], [], [], [4, 2], []]);
  });

  it('has of the weekend the days that have a card, and today', () => {
    expect(wallDays('2026-09-07', cards, TODAY)).toHaveLength(5);
    expect(wallDays('2026-09-07', cards, '2026-09-12')).toHaveLength(6);
    expect(wallDays('2026-09-07', [cardOf(9, { assigned_on: '2026-09-13' })], TODAY)).toHaveLength(6);
  });

  it('shows whole days alone: a school week on a tablet, less of a week with its weekend', () => {
    expect([daysInSight(60, 5), daysInSight(38, 5), daysInSight(41, 7), daysInSight(3, 5)]).toEqual([5, 5, 5, 1]);
  });

  it('says what is to do where the title says no more than the row', () => {
    const usual = cardOf(1, { subject: '数学', title: '数学作业', content: '- **P32** 全部\n- 订正' });
    expect(headline(usual)).toEqual({ title: 'P32 全部 订正', line: '' });
    expect(headline({ ...usual, title: '第 3 章练习' })).toEqual({ title: '第 3 章练习', line: 'P32 全部 订正' });
    expect(headline({ ...usual, content: '' })).toEqual({ title: '数学作业', line: '' });
  });

  it('says once what is both the title and the beginning of the text', () => {
    const made = cardOf(1, { subject: '', title: '背诵第 12 课', content: '背诵第 12 课\n明天抽查' });
    expect(headline(made)).toEqual({ title: '背诵第 12 课 明天抽查', line: '' });
    expect(headline({ ...made, title: '背诵第…' })).toEqual({ title: '背诵第 12 课 明天抽查', line: '' });
    expect(headline({ ...made, title: '背诵' })).toEqual({ title: '背诵', line: '背诵第 12 课 明天抽查' });
  });

  it('shows what is planned beside what is published, nothing twice', () => {
    expect(merged(cards, [cards[0] ?? cardOf(1), cardOf(7)]).map(({ id }) => id)).toEqual([1, 2, 3, 4, 7]);
  });
});

it('groups what is open by its ends, the nearest first', () => {
  const cards = [
    cardOf(1),
    cardOf(2, due('2026-09-14')),
    cardOf(3, due(TODAY, '21:00')),
    cardOf(4, due(TODAY, '07:20')),
    cardOf(5, due('2026-09-11')),
    cardOf(6, { ...due('2026-09-11'), done_at: at(TODAY) }),
    cardOf(7, due('2026-09-11', '07:20')),
  ];
  const groups = openGroups(cards, NOW, TODAY).map(({ group, cards: those }) => [group, ...those.map(({ id }) => id)]);
  expect(groups).toEqual([
    ['overdue', 4],
    ['today', 3],
    ['tomorrow', 7, 5],
    ['later', 2],
    ['none', 1],
  ]);
});

describe('what those who set homework see of it', () => {
  const cards = [
    cardOf(1, { assigned_on: '2026-08-11' }),
    cardOf(2, due('2026-09-14')),
    cardOf(3, due(TODAY, '21:00')),
    cardOf(4, due(TODAY, '07:20')),
    cardOf(5, { ...due('2026-09-11'), done_at: at(TODAY) }),
    cardOf(6, due('2026-09-09')),
    cardOf(7, { assigned_on: '2026-08-10' }),
  ];
  const ids = (those: { id: number }[]): number[] => those.map(({ id }) => id);

  it('is by the day on which it is due, done or not, until that day is over', () => {
    expect(dueDays(cards, TODAY).map(({ day, cards: those }) => [day, ...ids(those)])).toEqual([
      [TODAY, 4, 3],
      ['2026-09-11', 5],
      ['2026-09-14', 2],
      [null, 1],
    ]);
  });

  it('is due ahead until its very end', () => {
    expect(ids(dueAhead(cards, NOW))).toEqual([3, 5, 2]);
  });
});

it('orders pinned first, then the nearest end, no end last', () => {
  const cards = [cardOf(1), cardOf(2, due('2026-09-14')), cardOf(3, due('2026-09-11')), cardOf(4, { pinned: true })];
  expect(inOrder(cards).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
});

describe('what is due soon', () => {
  const soon = (evening: boolean, ...ends: object[]): boolean[] =>
    ends.map((end) => isSoon(cardOf(1, end), TODAY, evening));
  const tomorrow = ['07:20', '12:00', null].map((time) => due('2026-09-11', time));

  it('is due before the end of tomorrow by day', () => {
    expect(soon(false, due(TODAY), ...tomorrow, due('2026-09-12'), {})).toEqual([true, true, true, true, false, false]);
  });

  it('is due before noon tomorrow in the evening, or with that day', () => {
    expect(soon(true, due(TODAY), ...tomorrow, due('2026-09-12'), {})).toEqual([true, true, false, true, false, false]);
    expect(['16:59', '17:00', '23:00'].map(isEvening)).toEqual([false, true, true]);
  });
});

describe('a card that asks for something to be handed in', () => {
  const submission = { text: '见图', files: [], submitted_at: at(TODAY), late: false, revision: 1 };
  const ticked = cardOf(1, { ...due(TODAY), hand_in: true, done_at: at(TODAY), read: false });
  const groups = (): string[] => openGroups([ticked], NOW, TODAY).map(({ group }) => group);

  it('is open until it was handed in, also where it is ticked', () => {
    expect([groups(), isNew(ticked), urgencyOf(ticked, NOW, TODAY)]).toEqual([['today'], true, 'warning']);
    expect(openGroups([{ ...ticked, submission }], NOW, TODAY)).toEqual([]);
    expect(isNew({ ...ticked, submission })).toBe(false);
  });

  it('asks nothing of class admins, who may tick it', () => {
    updateUser({ user_id: '260100', is_class_admin: true } as UserInfo);
    expect([groups(), isNew(ticked)]).toEqual([[], false]);
  });
});

it('filters by subjects, and offers those that there are', () => {
  const cards = [cardOf(1, { subject: '数学' }), cardOf(2, { subject: '英语' })];
  expect(filtered(cards, ['英语']).map(({ id }) => id)).toEqual([2]);
  expect(filtered(cards, [])).toHaveLength(2);
  expect(subjectsOf(cards, ['英语'])).toEqual(['英语', '数学']);
});

it('takes late work for fourteen days', () => {
  const state = (date: string): string => handInState(cardOf(1, due(date, '12:00')), NOW);
  expect([state('2026-09-11'), state(TODAY), state('2026-08-28'), state('2026-08-27')]).toEqual([
    'open',
    'late',
    'late',
    'closed',
  ]);
  expect(handInState(cardOf(1), NOW)).toBe('open');
});

describe('the words of an end', () => {
  const lessons = (date: string) =>
    date === '2026-09-11'
      ? [
          { start: '07:20', subject: '早读' },
          { start: '08:00:00', subject: '数学' },
        ]
      : [];
  const say = (date: string, time: string | null = null, subject = '数学') =>
    dueWords({ due_date: date, due_time: time, subject }, TODAY, 'zh', lessons);

  it('name the day as people do, and the lesson that begins then', () => {
    expect(say(TODAY, '21:00')).toBe('今天 21:00');
    expect(say('2026-09-11')).toBe('明天');
    expect(say('2026-09-11', '07:20')).toBe('明天早读');
    expect(say('2026-09-11', '08:00')).toBe('明天数学课前');
    expect(say('2026-09-11', '08:00', '英语')).toBe('明天 08:00');
    expect(say('2026-09-11', '07:20', '英语')).toBe('明天早读');
    expect(say('2026-09-12')).toBe('周六');
    expect(say('2026-09-14', '08:00')).toBe('下周一 08:00');
    expect(say('2026-09-09')).toBe('昨天');
    expect(say('2026-09-30')).toBe('9月30日 周三');
  });

  it('count down, and say how late it is', () => {
    const left = (date: string, time: string | null) => leftWords(cardOf(1, due(date, time)), NOW, TODAY);
    expect(left(TODAY, '18:30')).toBe('还有 30 分钟');
    expect(left(TODAY, '21:00')).toBe('还有 3 小时');
    expect(left('2026-09-14', '18:00')).toBe('还有 4 天');
    expect(left(TODAY, '16:00')).toBe('过了 2 小时');
  });

  it('count a day without a time in days, and say no more of one that is near', () => {
    const days = ['2026-09-08', '2026-09-09', TODAY, '2026-09-11', '2026-09-13'];
    const words = days.map((day) => leftWords(cardOf(1, due(day)), NOW, TODAY));
    expect(words).toEqual(['过了 2 天', '', '', '', '还有 3 天']);
  });

  it('stand out while there is something to do', () => {
    const kind = (more: object) => urgencyOf(cardOf(1, more), NOW, TODAY);
    expect(kind(due(TODAY, '12:00'))).toBe('danger');
    expect(kind(due('2026-09-11'))).toBe('warning');
    expect(kind(due('2026-09-14'))).toBe('info');
    expect(kind({ ...due(TODAY, '12:00'), done_at: at(TODAY) })).toBe('plain');
  });
});
