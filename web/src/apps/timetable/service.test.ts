// During which lessons the island is quiet, for whom, and what is asked of the server for it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, nextTick, type EffectScope } from 'vue';
import { registerApp, setDisabledApps, unregisterApp } from '@/core/apps';
import { disconnected, dispatch } from '@/core/live/bus';
import { setClassroom } from '@/core/lock';
import { preferencesQuery } from '@/core/notifications/preferences';
import { quietReason, resetNotices } from '@/core/notify';
import { queryClient } from '@/core/query';
import { followServices, startServicesNow } from '@/core/services';
import { setSchoolClock } from '@/core/time';
import details from './details';
import start from './service';
import type { Day } from './types';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Two lessons with a break between them. */
const MORNING = [
  ['08:00', '08:45'],
  ['08:55', '09:40'],
] as const;

let stop: () => void;
/** What is asked, as path and query. */
let asked: URL[];
let lessons: readonly (readonly [start: string, end: string])[];
let kind: Day['kind'];

const json = (data: unknown): Response =>
  new Response(JSON.stringify({ code: 200, message: '', data }), { headers: { 'Content-Type': 'application/json' } });

async function reply({ url }: Request): Promise<Response> {
  const one = new URL(url);
  asked.push(one);
  const day = {
    date: one.searchParams.get('from'),
    kind,
    lessons: lessons.map(([from, until]) => ({ start: from, end: until, subject: '物理' })),
  };
  return json({ days: [day] });
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(1000);
/** Lets the time pass up to a moment of a day of September. */
const passUntil = async (hour: number, minute: number, day = 1): Promise<void> => {
  await vi.advanceTimersByTimeAsync(new Date(2026, 8, day, hour, minute, 1).getTime() - Date.now());
};
const prefer = async (on: boolean): Promise<void> => {
  const preferences = { kinds: [], quiet_from: null, quiet_to: null, quiet_in_lessons: on };
  queryClient.setQueryData(preferencesQuery.queryKey, preferences);
  await settle();
};
const changed = async (): Promise<void> => {
  dispatch({ type: 'timetable_changed', class: '01', created_at: '2026-09-01T00:00:00.000Z' });
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 8, 1, 7, 50) });
  resetNotices();
  [asked, lessons, kind] = [[], MORNING, 'lessons'];
  vi.stubGlobal('fetch', reply);
  stop = start();
});
afterEach(() => {
  stop();
  setSchoolClock((moment) => moment);
  disconnected();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('is quiet in each lesson, and not before, between and after them', async () => {
  await prefer(true);
  const reasons: unknown[] = [];
  for (const time of ['7:59', '8:00', '8:44', '8:45', '8:54', '8:55', '9:39', '9:40']) {
    const [hour = 0, minute = 0] = time.split(':').map(Number);
    await passUntil(hour, minute);
    reasons.push(quietReason.value);
  }
  const [none, lesson] = [undefined, 'lesson'];
  expect(reasons).toEqual([none, lesson, lesson, none, none, lesson, lesson, none]);
});

it('asks once, for today and the lessons of the class alone', async () => {
  await prefer(true);
  await passUntil(9, 0);
  expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
    '/api/timetable/days?from=2026-09-01&until=2026-09-01&of=class',
  ]);
});

it('asks nothing as long as the member does not want it, whatever happens', async () => {
  await passUntil(8, 10);
  await prefer(false);
  await changed();
  await passUntil(0, 1, 2);
  await passUntil(8, 10, 2);
  expect([asked, quietReason.value]).toEqual([[], undefined]);
});

it('begins when the member wants it within a lesson, and ends when they do not any more', async () => {
  await passUntil(8, 10);
  await prefer(true);
  expect(quietReason.value).toBe('lesson');
  await prefer(false);
  expect(quietReason.value).toBeUndefined();
  await changed();
  expect(asked).toHaveLength(1);
});

it('knows what the settings have read before it started', async () => {
  stop();
  await passUntil(8, 10);
  await prefer(true);
  stop = start();
  await settle();
  expect(quietReason.value).toBe('lesson');
});

it('is not quiet on a day off, nor between the papers of an exam day', async () => {
  [lessons, kind] = [[], 'off'];
  await prefer(true);
  await passUntil(8, 10);
  expect(quietReason.value).toBeUndefined();
  [lessons, kind] = [
    [
      ['07:30', '08:05'],
      ['10:00', '12:00'],
    ],
    'exam',
  ];
  await changed();
  expect(quietReason.value).toBeUndefined();
  await passUntil(10, 0);
  expect(quietReason.value).toBe('lesson');
});

it('follows a timetable that changes during a lesson', async () => {
  await prefer(true);
  await passUntil(8, 10);
  lessons = [['09:00', '09:45']];
  await changed();
  expect([quietReason.value, asked.length]).toEqual([undefined, 2]);
  await passUntil(9, 0);
  expect(quietReason.value).toBe('lesson');
});

it('reads the next day at midnight', async () => {
  await prefer(true);
  await passUntil(23, 59);
  lessons = [['07:00', '07:40']];
  await passUntil(0, 1, 2);
  expect(asked.map(({ searchParams }) => searchParams.get('from'))).toEqual(['2026-09-01', '2026-09-02']);
  await passUntil(7, 10, 2);
  expect(quietReason.value).toBe('lesson');
});

it('looks at the clock when the device has slept: at once where the page shows again, else within a minute', async () => {
  await prefer(true);
  // A clock that goes on while timers stand still.
  vi.setSystemTime(new Date(2026, 8, 1, 8, 10));
  await nextTick();
  expect(quietReason.value).toBeUndefined();
  const hidden = vi.spyOn(document, 'hidden', 'get');
  for (const is of [true, false]) {
    hidden.mockReturnValue(is);
    document.dispatchEvent(new Event('visibilitychange'));
    await nextTick();
  }
  expect(quietReason.value).toBe('lesson');
  vi.setSystemTime(new Date(2026, 8, 1, 8, 50));
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(quietReason.value).toBeUndefined();
});

it('goes by the clock at school on a device of another zone', async () => {
  setSchoolClock((moment) => new Date(moment.getTime() + HOUR));
  await prefer(true);
  await passUntil(7, 54);
  expect(quietReason.value).toBeUndefined();
  await passUntil(7, 55);
  expect(quietReason.value).toBe('lesson');
});

it('goes by no preferences on the panel of a classroom', async () => {
  stop();
  setClassroom(true);
  stop = start();
  setClassroom(false);
  await passUntil(8, 10);
  await prefer(true);
  expect([asked, quietReason.value]).toEqual([[], undefined]);
});

it('ends with the app, and begins with it again', async () => {
  stop();
  registerApp({ name: 'timetable', title: 'Timetable', ...details });
  const desktop: EffectScope = effectScope();
  desktop.run(followServices);
  startServicesNow();
  await prefer(true);
  await passUntil(8, 10);
  await vi.waitFor(() => expect(quietReason.value).toBe('lesson'));
  setDisabledApps(['timetable']);
  await nextTick();
  expect(quietReason.value).toBeUndefined();
  setDisabledApps([]);
  await settle();
  expect(quietReason.value).toBe('lesson');
  desktop.stop();
  unregisterApp('timetable');
  expect(quietReason.value).toBeUndefined();
});
