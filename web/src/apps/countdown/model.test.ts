// Order, wording and checks of countdowns.
import { describe, expect, it } from 'vitest';
import type { Countdown } from './types';
import { t } from './i18n';
import { bodyOf, draftOf, faultsOf } from './form';
import { setSchoolClock } from '@/core/time';
import { daysKey, elapsedShare, headingKey, inOrder, linkOf, nextOf } from './model';
import { t as widget } from './widgets/i18n';

function countdown(title: string, days_left: number, more: Partial<Countdown> = {}): Countdown {
  return {
    id: title,
    source: 'own',
    class: null,
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
});

it('leads to the event where it comes from the calendar', () => {
  expect(linkOf(exam)).toBe('#/app/countdown');
  const event = countdown('e1', 3, { source: 'calendar', next_date: '2026-09-20' });
  expect(linkOf(event)).toBe('#/app/calendar/e1?day=2026-09-20');
});

it('words days before, on and after the day', () => {
  const say = (days: number) => t(daysKey(days), { n: Math.abs(days) });
  expect([say(199), say(0), say(-11)]).toEqual(['还有 199 天', '就是今天', '已过 11 天']);
  expect(widget(headingKey(199), { title: '高考' })).toBe('距离高考');
});

it('measures how much of the waiting is over', () => {
  const at = (day: string) => elapsedShare(exam, Date.parse(`${day}T00:00:00`));
  expect(at('2026-06-07')).toBeCloseTo(0, 1);
  expect(at('2026-12-06')).toBeCloseTo(0.5, 1);
  expect(at('2028-01-01')).toBe(1);
  const yearly = countdown('生日', 5, { repeat_type: 'yearly', created_at: '2027-06-01T00:00:00.000Z' });
  expect(elapsedShare(yearly, Date.parse('2026-12-06T00:00:00'))).toBeCloseTo(0.5, 1);
});

it('fills by the clock of the school', () => {
  const trip = countdown('研学', 1, { created_at: new Date('2027-06-05T00:00:00').toISOString() });
  setSchoolClock((date) => new Date(date.getTime() + 12 * 3_600_000));
  const share = elapsedShare(trip, Date.parse('2027-06-05T12:00:00'));
  setSchoolClock((date) => date);
  // There the day of the trip begins twelve hours after this device's noon, and the waiting began at its noon.
  expect(share).toBeCloseTo(1 / 3, 5);
});

describe('the form', () => {
  const draft = { ...draftOf(), title: ' 高考 ', date: '2027-06-07' };

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

  it('gives back what it was filled with, so that undo restores all of it', () => {
    const shown = { repeat_type: 'yearly', pinned: true, color: '#0d7a53', show_in_calendar: false } as const;
    const full = countdown('生日', 5, { ...shown, note: '蛋糕' });
    expect(bodyOf(draftOf(full), full.id)).toEqual({
      id: '生日',
      title: '生日',
      target_date: '2027-06-07',
      repeat_type: 'yearly',
      color: '#0d7a53',
      pinned: true,
      show_in_calendar: false,
      note: '蛋糕',
    });
  });
});
