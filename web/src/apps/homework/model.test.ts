// Which week, row and group a card stands in, and when it is due in words.
import { beforeEach, describe, expect, it } from 'vitest';
import { setLanguage } from '@/core/i18n';
import { dueWords, leftWords, urgencyOf } from './due';
import {
  filtered,
  handInState,
  headline,
  inOrder,
  isForTonight,
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

beforeEach(() => setLanguage('zh'));

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

  it('says what is to do where the title says no more than the row', () => {
    const usual = cardOf(1, { subject: '数学', title: '数学作业', content: '- **P32** 全部\n- 订正' });
    expect(headline(usual)).toEqual({ title: 'P32 全部 订正', line: '' });
    expect(headline({ ...usual, title: '第 3 章练习' })).toEqual({ title: '第 3 章练习', line: 'P32 全部 订正' });
    expect(headline({ ...usual, content: '' })).toEqual({ title: '数学作业', line: '' });
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

it('orders pinned first, then the nearest end, no end last', () => {
  const cards = [cardOf(1), cardOf(2, due('2026-09-14')), cardOf(3, due('2026-09-11')), cardOf(4, { pinned: true })];
  expect(inOrder(cards).map(({ id }) => id)).toEqual([4, 3, 2, 1]);
});

it('counts for this evening what is due before the end of tomorrow', () => {
  const count = (more: object): boolean => isForTonight(cardOf(1, more), TODAY);
  expect([count(due(TODAY)), count(due('2026-09-11')), count(due('2026-09-12')), count({})]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(count({ ...due(TODAY), done_at: at(TODAY) })).toBe(false);
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
  const say = (date: string, time: string | null = null) =>
    dueWords({ due_date: date, due_time: time }, TODAY, 'zh', lessons);

  it('name the day as people do, and the lesson that begins then', () => {
    expect(say(TODAY, '21:00')).toBe('今天 21:00');
    expect(say('2026-09-11')).toBe('明天');
    expect(say('2026-09-11', '07:20')).toBe('明天早读');
    expect(say('2026-09-11', '08:00')).toBe('明天数学课前');
    expect(say('2026-09-12')).toBe('周六');
    expect(say('2026-09-14', '08:00')).toBe('下周一 08:00');
    expect(say('2026-09-09')).toBe('昨天');
    expect(say('2026-09-30')).toBe('9月30日 周三');
  });

  it('count down, and say how late it is', () => {
    const left = (date: string, time: string) => leftWords(cardOf(1, due(date, time)), NOW);
    expect(left(TODAY, '18:30')).toBe('还有 30 分钟');
    expect(left(TODAY, '21:00')).toBe('还有 3 小时');
    expect(left('2026-09-14', '18:00')).toBe('还有 4 天');
    expect(left(TODAY, '16:00')).toBe('过了 2 小时');
  });

  it('stand out while there is something to do', () => {
    const kind = (more: object) => urgencyOf(cardOf(1, more), NOW, TODAY);
    expect(kind(due(TODAY, '12:00'))).toBe('danger');
    expect(kind(due('2026-09-11'))).toBe('warning');
    expect(kind(due('2026-09-14'))).toBe('info');
    expect(kind({ ...due(TODAY, '12:00'), done_at: at(TODAY) })).toBe('plain');
  });
});
