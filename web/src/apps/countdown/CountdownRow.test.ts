// What a row of the list offers: one's own is pinned and edited here, an event of the calendar is opened there.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApp, h, type App } from 'vue';
import { setLanguage } from '@/core/i18n';
import CountdownRow from './CountdownRow.vue';
import type { Countdown } from './types';

const OWN: Countdown = {
  id: 'c1',
  source: 'own',
  class: null,
  manageable: true,
  category: 'exam',
  reminders: [],
  started_on: '2026-06-07',
  progress: 0.25,
  suggestion: null,
  title: '高考',
  target_date: '2027-06-07',
  repeat_type: 'none',
  color: '#c5303c',
  pinned: false,
  note: '',
  show_in_calendar: true,
  next_date: '2027-06-07',
  days_left: 199,
  created_at: '2026-06-07T00:00:00.000Z',
  updated_at: '2026-06-07T00:00:00.000Z',
};
const OF_CLASS: Countdown = { ...OWN, id: 'c2', source: 'class', class: '01', manageable: false };
const EVENT: Countdown = { ...OWN, id: 'e1', source: 'calendar', class: '01', manageable: false, title: '月考' };

let app: App;
let root: HTMLElement;
let opened = 0;

/** The names of the buttons; the first one of a countdown has the words of the row. */
function show(countdown: Countdown): string[] {
  opened = 0;
  app = createApp({ render: () => h(CountdownRow, { countdown, onOpen: () => opened++ }) });
  app.mount(root);
  const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.querySelector('.title')?.textContent;
  return [...root.querySelectorAll('button')].map((button) => nameOf(button)?.trim() ?? '');
}

beforeEach(async () => {
  await setLanguage('zh');
  root = document.body.appendChild(document.createElement('div'));
});

afterEach(() => {
  app.unmount();
  root.remove();
  location.hash = '';
});

it('opens one’s own, and offers to pin and to edit it', () => {
  expect(show(OWN)).toEqual(['高考', '置顶「高考」', '编辑「高考」']);
  expect(root.textContent).not.toContain('日历');
  expect(root.textContent).not.toContain('班级');
  root.querySelector('button')?.click();
  expect(opened).toBe(1);
});

it('says that one is the class’s, and lets only those change it who may', () => {
  expect(show(OF_CLASS)).toEqual(['高考']);
  expect(root.textContent).toContain('班级');
  app.unmount();
  expect(show({ ...OF_CLASS, manageable: true })).toEqual(['高考', '置顶「高考」', '编辑「高考」']);
});

it('draws how much of the waiting is over', () => {
  show(OWN);
  expect(root.querySelector('.bar')?.getAttribute('stroke-dasharray')).toBe('25 100');
  app.unmount();
  show({ ...OWN, progress: 0 });
  expect(root.querySelector('.bar'), 'a round end would be a dot').toBeNull();
});

it('says whose calendar an event is in, and opens it there alone', () => {
  expect(show(EVENT)).toEqual(['在日历中打开「月考」']);
  expect(root.textContent).toContain('班级日历');
  root.querySelector('button')?.click();
  expect(location.hash).toBe('#/app/calendar/e1?day=2027-06-07');
});

it('says which events are the member’s own', () => {
  show({ ...EVENT, class: null });
  expect(root.textContent).toContain('我的日历');
});
