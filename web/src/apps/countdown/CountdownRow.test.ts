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
const EVENT: Countdown = { ...OWN, id: 'e1', source: 'calendar', class: '01', title: '月考' };

let app: App;
let root: HTMLElement;

function show(countdown: Countdown): string[] {
  app = createApp({ render: () => h(CountdownRow, { countdown }) });
  app.mount(root);
  return [...root.querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? '');
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

it('offers to pin and to edit one’s own', () => {
  expect(show(OWN)).toEqual(['置顶「高考」', '编辑「高考」']);
  expect(root.textContent).not.toContain('日历');
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
