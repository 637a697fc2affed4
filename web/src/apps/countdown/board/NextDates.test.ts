// How many days are left on a board.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { setSchoolClock } from '@/core/time';
import { schoolClockOf } from '@/core/zone/school-clock-of';
import part from '../board';

beforeEach(() => {
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

/** The days that are left until 2 December, at noon of 28 November in a zone. */
function daysIn(zone: string, noon: string): string | undefined {
  setSchoolClock(schoolClockOf(zone));
  const countdowns = [{ id: 'a', title: '校运动会', date: '2026-12-02', color: '#000', category: '', progress: 0 }];
  const app = createApp(() => h(part.view, { data: { countdowns }, language: 'zh', now: Date.parse(noon) }));
  const root = document.createElement('div');
  app.mount(root);
  const days = root.querySelector('.number')?.textContent;
  app.unmount();
  return days ?? undefined;
}

it('counts the days between dates, wherever the school is', () => {
  expect(daysIn('Pacific/Auckland', '2026-11-27T23:00:00Z')).toBe('4');
  expect(daysIn('Pacific/Kiritimati', '2026-11-27T22:00:00Z')).toBe('4');
  expect(daysIn('Asia/Shanghai', '2026-11-28T04:00:00Z')).toBe('4');
  expect(daysIn('Pacific/Honolulu', '2026-11-28T22:00:00Z')).toBe('4');
});
