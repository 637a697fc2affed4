// What the header says of a break: what begins, not that the break does.
import { afterEach, expect, it } from 'vitest';
import { createApp, h, type App } from 'vue';
import { setLanguage } from '@/core/i18n';
import { readSchoolClock } from '@/core/school-clock';
import NowHeader from './NowHeader.vue';
import type { Day } from './types';

const lesson = (subject: string, start: string, end: string): unknown => ({ subject, start, end });
const DAY = {
  date: '2026-11-30',
  kind: 'school',
  lessons: [lesson('物理', '10:40', '11:20'), lesson('历史', '11:30', '12:10')],
} as unknown as Day;

let app: App;
const root = document.createElement('div');

/** What stands at the end of the first line at a time of the day. */
function leftAt(hour: number, minute: number): string | undefined {
  const reading = readSchoolClock([DAY], new Date(2026, 10, 30, hour, minute) as never);
  app = createApp({ render: () => h(NowHeader, { reading, today: DAY.date }) });
  app.mount(root);
  return root.querySelector('.left')?.textContent ?? undefined;
}

afterEach(() => app.unmount());

it('names the lesson that begins', async () => {
  await setLanguage('en');
  expect(leftAt(11, 26)).toBe('历史 in 4 min');
});

it('says in Chinese what begins', async () => {
  await setLanguage('zh');
  expect(leftAt(10, 30)).toBe('10 分钟后上物理');
});
