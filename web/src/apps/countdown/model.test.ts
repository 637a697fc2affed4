// Order, wording and checks of countdowns.
import { describe, expect, it } from 'vitest';
import type { Countdown } from './types';
import { t } from './i18n';
import { colorAfter } from './categories';
import {
  bodyOf,
  changeOf,
  draftOf,
  faultsOf,
  reminderOf,
  restoringBody,
  suggestedBody,
  toggled,
  type CountdownDraft,
} from './form';
import { daysKey, headingKey, inOrder, linkOf, nextOf } from './model';
import { t as widget } from './widgets/i18n';

function countdown(title: string, days_left: number, more: Partial<Countdown> = {}): Countdown {
  return {
    id: title,
    source: 'own',
    class: null,
    manageable: true,
    category: 'other',
    reminders: [],
    started_on: '2026-06-07',
    progress: 0.5,
    suggestion: null,
    title,
    target_date: '2027-06-07',
    repeat_type: 'none',
    color: '#2f63d6',
    pinned: false,
    note: '',
    show_in_calendar: true,
    next_date: '2027-06-07',
    days_left,
    created_at: '2026-06-07T00:00:00.000Z',
    updated_at: '2026-06-07T00:00:00.000Z',
    ...more,
  };
}

const exam = countdown('高考', 199, { pinned: true });
const soon = countdown('周测', 2);
const today = countdown('今天', 0);
const over = countdown('运动会', -11);
const longOver = countdown('开学', -80);

it('orders pinned first, then what comes next, then what is over', () => {
  const order = inOrder([longOver, soon, over, exam, today]).map((entry) => entry.title);
  expect(order).toEqual(['高考', '今天', '周测', '运动会', '开学']);
});

describe('the widget', () => {
  it('shows a pinned one before a nearer one', () => {
    expect(nextOf([soon, exam], 'all')).toBe(exam);
  });

  it('does not let a pinned one that is over hide what comes', () => {
    expect(nextOf([soon, { ...over, pinned: true }], 'all')).toBe(soon);
  });

  it('can be limited to pinned ones', () => {
    expect(nextOf([soon], 'pinned')).toBeUndefined();
    expect(nextOf([], 'all')).toBeUndefined();
  });

  it('can be limited to those of the class, and to one’s own', () => {
    const shared = countdown('中考', 250, { source: 'class', class: '01' });
    expect(nextOf([soon, shared], 'class')).toBe(shared);
    expect(nextOf([shared, over], 'own')).toBe(over);
    expect(nextOf([soon], 'class')).toBeUndefined();
  });
});

it('leads to the countdown, or to the event where it comes from the calendar', () => {
  expect(linkOf(exam)).toBe('#/app/countdown/高考');
  const event = countdown('e1', 3, { source: 'calendar', next_date: '2026-09-20' });
  expect(linkOf(event)).toBe('#/app/calendar/e1?day=2026-09-20');
});

it('words days before, on and after the day', () => {
  const say = (days: number) => t(daysKey(days), { n: Math.abs(days) });
  expect([say(199), say(0), say(-11)]).toEqual(['还有 199 天', '就是今天', '已过 11 天']);
  expect(widget(headingKey(199), { title: '高考' })).toBe('距离高考');
});

describe('the form', () => {
  const draft: CountdownDraft = { ...draftOf(), title: ' 高考 ', date: '2027-06-07' };

  it('accepts a title and a date', () => {
    expect(faultsOf(draft)).toEqual([]);
    const body = { id: 'id-1', title: '高考', repeat_type: 'none', show_in_calendar: true };
    expect(bodyOf(draft, 'id-1')).toMatchObject(body);
  });

  it('counts characters, not code units', () => {
    expect(faultsOf({ ...draft, title: '𠮷'.repeat(80) })).toEqual([]);
    expect(faultsOf({ ...draft, title: '𠮷'.repeat(81) })).toEqual(['title']);
  });

  it('names what is missing or too long', () => {
    expect(faultsOf({ ...draft, title: ' ', date: '', note: 'x'.repeat(501) })).toEqual(['title', 'date', 'note']);
    expect(faultsOf({ ...draft, date: '2027-13-40' })).toEqual(['date']);
  });

  it('says for whom a new one is, and names the class that an admin has chosen', () => {
    expect(bodyOf(draft, 'id-1')).not.toHaveProperty('for_class');
    const shared = { ...draft, forClass: true };
    expect(bodyOf(shared, 'id-1')).toMatchObject({ for_class: true });
    expect(bodyOf(shared, 'id-1')).not.toHaveProperty('class');
    expect(bodyOf(shared, 'id-1', '02')).toMatchObject({ for_class: true, class: '02' });
    expect(changeOf(shared), 'whose it is does not change').not.toHaveProperty('for_class');
  });

  it('lets the ring begin before the day alone', () => {
    expect(bodyOf(draft, 'id-1')).not.toHaveProperty('started_on');
    expect(bodyOf({ ...draft, startedOn: '2026-09-01' }, 'id-1')).toMatchObject({ started_on: '2026-09-01' });
    expect(faultsOf({ ...draft, startedOn: '2027-06-08' })).toEqual(['started']);
    expect(faultsOf({ ...draft, startedOn: '2027-06-08', repeat: 'yearly' })).toEqual([]);
  });

  it('has at most five reminders, the nearest first, and a number of one’s own', () => {
    expect(toggled([7, 30], 1)).toEqual([1, 7, 30]);
    expect(toggled([1, 7, 30], 7)).toEqual([1, 30]);
    expect(toggled([0, 1, 3, 7, 30], 100)).toEqual([0, 1, 3, 7, 30]);
    expect(['14', ' 0', '365'].map(reminderOf)).toEqual([14, 0, 365]);
    expect(['366', '-1', '1.5', '', '十'].map(reminderOf)).toEqual(Array.from({ length: 5 }));
  });

  it('takes the colour of a category unless one was chosen', () => {
    expect(colorAfter('#2f63d6', 'other', 'exam')).toBe('#c5303c');
    expect(colorAfter('#c5303c', 'exam', 'birthday')).toBe('#b83280');
    expect(colorAfter('#0b7285', 'other', 'exam')).toBe('#0b7285');
  });

  it('gives back what it was filled with, so that undo restores all of it', () => {
    const shown = { repeat_type: 'yearly', pinned: true, color: '#0d7a53', show_in_calendar: false } as const;
    const more = { category: 'birthday', reminders: [0, 7], suggestion: 'gaokao-2027' } as const;
    const full = countdown('生日', 5, {
      ...shown,
      ...more,
      reminders: [0, 7],
      note: '蛋糕',
      source: 'class',
      class: '01',
    });
    expect(restoringBody(full)).toEqual({
      id: '生日',
      title: '生日',
      target_date: '2027-06-07',
      repeat_type: 'yearly',
      color: '#0d7a53',
      pinned: true,
      show_in_calendar: false,
      note: '蛋糕',
      category: 'birthday',
      reminders: [0, 7],
      started_on: '2026-06-07',
      for_class: true,
      class: '01',
      suggestion: 'gaokao-2027',
    });
  });

  it('adds a suggestion as it is', () => {
    const fields = {
      suggestion: 'zhongkao-2027',
      title: '中考',
      target_date: '2027-06-15',
      category: 'exam',
      color: '#b8590a',
      reminders: [1, 7],
      started_on: '2024-09-01',
      for_class: true,
    } as const;
    const suggestion = { ...fields, reminders: [1, 7], exact: false };
    expect(suggestedBody(suggestion, 'id-1')).toEqual({ id: 'id-1', ...fields });
  });
});
