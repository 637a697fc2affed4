// How often is asked after a change: once, whether its frame comes or not.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, ref, type App } from 'vue';
import { disconnected, dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';

const readDays = vi.hoisted(() => vi.fn(async () => []));
vi.mock('./calls', () => ({ readDays }));

import { refreshTimetable, useAhead, useTimetableNews } from './queries';

let app: App;

beforeEach(async () => {
  vi.useFakeTimers();
  app = createApp({
    setup() {
      useTimetableNews();
      const { data } = useAhead(ref('self'), ref(undefined));
      return () => h('p', data.value?.length);
    },
  });
  app.use(VueQueryPlugin, { queryClient }).mount(document.createElement('div'));
  await vi.advanceTimersByTimeAsync(1000);
  readDays.mockClear();
});
afterEach(() => {
  app.unmount();
  disconnected();
  queryClient.clear();
  vi.useRealTimers();
});

const frame = (): void => dispatch({ type: 'timetable_changed', class: '01', created_at: '2026-09-10T00:00:00.000Z' });

it('is asked once for a change of one’s own and the frames about it', async () => {
  refreshTimetable();
  await vi.advanceTimersByTimeAsync(50);
  frame();
  await vi.advanceTimersByTimeAsync(50);
  frame();
  await vi.advanceTimersByTimeAsync(5000);
  expect(readDays).toHaveBeenCalledTimes(1);
});

it('is asked once where no frame comes', async () => {
  refreshTimetable();
  await vi.advanceTimersByTimeAsync(5000);
  expect(readDays).toHaveBeenCalledTimes(1);
});
