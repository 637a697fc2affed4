// What a board shows where there is little to show, or little room.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, nextTick, ref } from 'vue';
import { PAGE_MS } from '@/core/board/pages';
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

/** What the side and the columns show in each turn on a board of that shape with large English text. */
async function turns(shape: { width: number; height: number }, room: Record<string, number>): Promise<string[][]> {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: (entries: object[]) => void;
      constructor(tell: (entries: object[]) => void) {
        this.tell = tell;
      }
      observe({ className }: Element): void {
        this.tell([{ contentRect: { width: 800, height: room[className] } }]);
      }
      disconnect(): void {}
    },
  );
  const lesson = { room: null, teacher: null, color: null, subject: '化学', start: '09:00', end: '09:40' };
  const today = { date: '2026-11-30', kind: 'lessons', week: 17, note: null, lessons: [lesson], cancelled: [] };
  const people = [{ name: '许安然', task: '扫地' }];
  const duty = { date: '2026-11-30', turns: [{ roster: '值日', people, done: false, off: false }] };
  const parts = { timetable: { today, next: null }, duty, weather, countdown };
  const board = boardOf(parts, { text_scale: 1.3, language: 'en' });
  const now = ref(NOW);
  const app = createApp(() => h(PartsView, { board, now: now.value, shape: shapeOf(shape) }));
  const root = document.createElement('div');
  app.mount(root);
  const seen: string[][] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTick();
    seen.push(['.side', '.column'].map((one) => root.querySelector(one)?.textContent ?? ''));
    now.value += PAGE_MS;
  }
  app.unmount();
  return seen;
}

it('shows each small part in its turn where the side has no room for both, beside the weather', async () => {
  const seen = await turns({ width: 1920, height: 1080 }, { parts: 1000, columns: 1000, rest: 330 });
  const sides = seen.map(([side]) => side ?? '');
  expect(sides.every((one) => one.includes('3°') && one.includes('duty') !== one.includes('Countdown'))).toBe(true);
  expect(sides.some((one) => one.includes('duty')) && sides.some((one) => one.includes('Countdown'))).toBe(true);
});

it('keeps what is on now on a tall screen while the other parts take turns', async () => {
  const seen = await turns({ width: 1080, height: 1920 }, { parts: 1780, columns: 590 });
  expect(seen.every(([side]) => side?.includes('in 51 min') && side.includes('3°'))).toBe(true);
  const columns = seen.map(([, column]) => column ?? '');
  for (const label of ['lessons', 'duty', 'Countdown']) {
    expect(columns.filter((one) => one.includes(label))).toHaveLength(1);
  }
});

it('lets what is on now take its turn too where a broadcast leaves little of a tall screen', async () => {
  const seen = await turns({ width: 1080, height: 1920 }, { parts: 1100, columns: 700 });
  expect(seen.some(([side]) => /in 5|3°/.test(side ?? ''))).toBe(false);
  expect(seen.some(([, column]) => column?.includes('in 5'))).toBe(true);
});
