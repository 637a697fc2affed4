// Whom one can ask, and for which day: nobody is on duty twice in one turn.
import { describe, expect, it } from 'vitest';
import type { Day, OnDuty, Person, Swap } from '../types';
import { daysOfPartner, partners, shownSwaps } from './model';

const on = (number: string): OnDuty => ({
  number,
  name: number,
  user_id: number,
  left: false,
  task: null,
  stands_in_for: null,
  change_id: null,
});
const day = (date: string, ...numbers: string[]): Day => ({
  date,
  is_school_day: true,
  reason: null,
  turns: [
    {
      roster_id: 'r',
      roster: 'R',
      date,
      group: 'G',
      excused: [],
      off: false,
      off_change_id: null,
      people: numbers.map(on),
      done_at: null,
      done_by_name: null,
      note: '',
      past: false,
    },
  ],
});
const DAYS = [
  day('2026-12-01', '1', '2'),
  day('2026-12-02', '3'),
  day('2026-12-03', '1', '3'),
  day('2026-12-04', '3', '4'),
];
const person = (number: string, user_id: string | null = number): Person => ({
  number,
  name: number,
  user_id,
  left: false,
});

it('asks those with an account who are not on duty that day', () => {
  const people = [person('1'), person('2'), person('3'), person('4', null), person('5')];
  expect(partners(people, DAYS, 'r', '2026-12-01', '1').map(({ number }) => number)).toEqual(['3', '5']);
});

it('offers the days of the other on which one is not on duty already', () => {
  expect(daysOfPartner(DAYS, 'r', '3', '1', '2026-12-01')).toEqual(['2026-12-02', '2026-12-04']);
  expect(daysOfPartner(DAYS, 'r', '3', '1', '2026-12-03')).toEqual(['2026-12-04']);
  expect(daysOfPartner(DAYS, 'other', '3', '1', '2026-12-01')).toEqual([]);
});

describe('swaps', () => {
  const swap = (id: string, mine: boolean, state: Swap['state'], more: Partial<Swap> = {}): Swap => ({
    id,
    mine,
    state,
    roster_id: 'r',
    roster: 'R',
    date: '2026-12-01',
    with_date: null,
    from: person('1'),
    to: person('3'),
    message: '',
    expires_at: '',
    created_at: '',
    ...more,
  });
  const shown = (...swaps: Swap[]): string[][] => {
    const { incoming, outgoing, gone } = shownSwaps(swaps, '2026-12-01');
    return [incoming, outgoing, gone].map((list) => list.map(({ id }) => id));
  };

  it('are told apart: what waits for me, and what waits for others', () => {
    const all = [swap('a', false, 'open'), swap('b', true, 'open'), swap('c', false, 'declined')];
    expect(shown(...all)).toEqual([['a'], ['b'], []]);
  });

  it('that hold no more are told until their days are over', () => {
    const all = [
      swap('a', true, 'void'),
      swap('b', false, 'void', { date: '2026-11-30', with_date: '2026-12-02' }),
      swap('c', false, 'void', { date: '2026-11-27', with_date: '2026-11-30' }),
      swap('d', false, 'accepted'),
    ];
    expect(shown(...all)).toEqual([[], [], ['a', 'b']]);
  });
});
