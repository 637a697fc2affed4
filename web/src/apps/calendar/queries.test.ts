// An open calendar is read anew when something on it has changed, whichever app that is of.
import { useQuery, VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h, type App } from 'vue';
import { dispatch } from '@/core/live/bus';
import { queryClient } from '@/core/query';
import { KEY, useCalendarNews } from './queries';

const read = vi.fn(async () => 'days');
let app: App;

beforeEach(async () => {
  read.mockClear();
  app = createApp({
    setup() {
      useCalendarNews();
      const { data } = useQuery({ queryKey: [...KEY, 'month'], queryFn: read, staleTime: Infinity });
      return () => h('p', data.value);
    },
  });
  app.use(VueQueryPlugin, { queryClient }).mount(document.createElement('div'));
  await isRead(1);
});
afterEach(() => {
  app.unmount();
  queryClient.clear();
});

const isRead = (times: number): Promise<void> =>
  vi.waitFor(() => {
    expect(read).toHaveBeenCalledTimes(times);
    expect(queryClient.isFetching()).toBe(0);
  });

it.each(['calendar_changed', 'timetable_changed', 'countdown_changed', 'duty_changed', 'user_profile_updated'])(
  'reads the days anew for %s',
  async (type) => {
    dispatch({ type, seq: 1 });
    await isRead(2);
  },
);

it('reads them once for all that comes in the same moment, and not for what is on no calendar', async () => {
  dispatch({ type: 'countdown_changed', seq: 1 });
  dispatch({ type: 'duty_changed', seq: 2 });
  dispatch({ type: 'seating_changed', seq: 3 });
  await isRead(2);
});
