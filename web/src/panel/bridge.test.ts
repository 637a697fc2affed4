// What stays on the board while the server asks its provider anew.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSchoolClock } from '@/core/time';
import { schoolClockOf } from '@/core/zone/school-clock-of';
import { partsAt } from './board/parts';
import { bridged } from './bridge';
import { boardOf } from './testing';
import type { Board } from './types';

const NOW = Date.parse('2026-11-30T08:00:00Z');
const MINUTE = 60_000;
const weather = { temperature: 3, text: '晴', fetched_at: '2026-11-30T07:49:00Z' };
const before = boardOf({ weather });

beforeEach(() => setSchoolClock(schoolClockOf('UTC')));
afterEach(() => setSchoolClock((moment) => moment));

/** Whether a board shows the weather so many minutes later. */
const shows = (board: Board, minutes: number): boolean => partsAt(board, NOW + minutes * MINUTE).length > 0;

it('keeps the weather for two minutes where the server has none for a moment', () => {
  const first = bridged(boardOf({ weather: null }), before, NOW);
  expect([0, 1.9, 2].map((minutes) => shows(first, minutes))).toEqual([true, true, false]);
  const second = bridged(boardOf({ weather: null }), first, NOW + MINUTE);
  expect([1.9, 2].map((minutes) => shows(second, minutes))).toEqual([true, false]);
});

it('shows what is new as soon as it is there', () => {
  const next = boardOf({ weather: { ...weather, text: 'Sunny' } });
  expect(bridged(next, bridged(boardOf({ weather: null }), before, NOW), NOW)).toBe(next);
});

it('keeps nothing that is switched off, nor what is of another day', () => {
  expect(shows(bridged(boardOf(), before, NOW), 0)).toBe(false);
  expect(shows(bridged(boardOf({ weather: null }), null, NOW), 0)).toBe(false);
  const old = boardOf({ weather: { ...weather, fetched_at: '2026-11-29T23:50:00Z' } });
  expect(shows(bridged(boardOf({ weather: null }), old, NOW), 0)).toBe(false);
});
