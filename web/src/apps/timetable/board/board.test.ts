// What a board shows of a day: what comes now and then, and a lesson that is cancelled.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App, type Component } from 'vue';
import { blankDay } from '../model';
import NowCard from './NowCard.vue';
import TodayLessons from './TodayLessons.vue';

const lesson = (start: string, end: string, subject: string) => {
  const rest = {
    short_name: null,
    teacher: null,
    room: null,
    color: null,
    own: false,
    changed: false,
    instead_of: null,
  };
  return { start, end, subject, ...rest };
};
const lessons = [lesson('08:00', '08:40', '语文'), lesson('09:50', '10:30', '英语'), lesson('11:00', '11:40', '体育')];
const today = { ...blankDay('2026-11-27'), lessons, cancelled: [lesson('08:50', '09:30', '数学')] };

let app: App | undefined;

/** A part of the board at a time of the day. */
function shownAt(view: Component, time: string, day = today, date = today.date): HTMLElement {
  app?.unmount();
  const data = { today: day, next: null };
  const root = document.createElement('div');
  app = createApp(() => h(view, { data, now: new Date(`${date}T${time}`).getTime(), language: 'zh' }));
  app.mount(root);
  return root;
}

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
  app?.unmount();
  app = undefined;
  vi.unstubAllGlobals();
});

it('says what is next during a lesson, and what comes then where the next one is in large letters', () => {
  const next = (time: string): string | undefined => shownAt(NowCard, time).querySelector('.next')?.textContent;
  expect(next('08:20')).toBe('下一节9:50英语');
  expect(next('09:00')).toBe('之后11:00体育');
  expect(next('10:45')).toBeUndefined();
});

it('lists a cancelled lesson at its time, marked and as one that is over', () => {
  const rows = [...shownAt(TodayLessons, '08:20').querySelectorAll('li')];
  expect(rows.map((row) => row.textContent)).toEqual(['8:00语文', '8:50数学取消', '9:50英语', '11:00体育']);
  expect(rows.map((row) => row.className)).toEqual(['row on', 'row over', 'row', 'row']);
});

it('says why a day is free, and not on the day after, when it has lost its server', () => {
  const free = { ...today, kind: 'off' as const, lessons: [], cancelled: [], note: '运动会' };
  expect(shownAt(NowCard, '08:20', free).textContent).toContain('运动会');
  expect(shownAt(NowCard, '08:20', free, '2026-11-28').textContent).not.toContain('运动会');
});
