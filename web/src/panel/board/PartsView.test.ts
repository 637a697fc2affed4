// What a board shows where there is little to show.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { setSchoolClock } from '@/core/time';
import { schoolClockOf } from '@/core/zone/school-clock-of';
import { boardOf } from '../testing';
import type { Board } from '../types';
import PartsView from './PartsView.vue';
import { shapeOf } from './shape';

beforeEach(() => {
  setSchoolClock(schoolClockOf('UTC'));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(() => {
  setSchoolClock((moment) => moment);
  vi.unstubAllGlobals();
});

const NOW = Date.parse('2026-11-30T08:09:15Z');
const weather = { temperature: 3, text: '晴', icon: 'sunny', high: null, low: null, air: null };
const countdown = { countdowns: [{ id: 'a', title: '校运动会', date: '2026-12-04', color: '#000' }] };

/** The words of the large clock, of the side, and of the columns. */
function words(board: Board): (string | undefined)[] {
  const app = createApp(() => h(PartsView, { board, now: NOW, shape: shapeOf({ width: 1920, height: 1080 }) }));
  const root = document.createElement('div');
  app.mount(root);
  const found = ['.large', '.side', '.column'].map((one) => root.querySelector(one)?.textContent?.replace(/\s+/g, ' '));
  app.unmount();
  return found;
}

it('fills the screen with the clock where all parts are off', () => {
  expect(words(boardOf())).toEqual(['08:09:1511月30日星期一 ', undefined, undefined]);
});

it('says the week of the term though the timetable is hidden', () => {
  const board = boardOf({ timetable: { today: { week: 17 } } }, { hidden: ['timetable'], seconds: false });
  expect(words(board)[0]).toBe('08:0911月30日星期一 第 17 周');
});

it('has the weather below the large clock, and gives the place of the large parts to small ones', () => {
  expect(words(boardOf({ weather }))[0]).toContain('3°');
  const [large, side, column] = words(boardOf({ weather, countdown }));
  expect(large).toBeUndefined();
  expect(side).toContain('3°');
  expect(column).toContain('校运动会');
});
