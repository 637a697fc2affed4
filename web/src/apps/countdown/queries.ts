// The app's list on the server, shared by the widget and the window.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, watch } from 'vue';
import { api, send } from '@/api/client';
import { refreshOn } from '@/core/refresh-on';
import type { Countdown, CountdownList } from './types';
import { todayText, useMinute } from '@/core/time';

export const KEY = ['countdown'];
/** A member has at most 100, and the calendar adds at most as many, so one page holds all. */
const ALL = 200;
/** Events of the calendar are among them. */
const NEWS = ['calendar_changed'] as const;

let users = 0;
let stop: (() => void) | undefined;

/** Reads the list anew when a calendar has changed; one subscription for all that show it. */
function useCalendarNews(): void {
  if (users++ === 0) stop = refreshOn(NEWS, [KEY], { gatherMs: 200 });
  onScopeDispose(() => {
    if (--users === 0) stop?.();
  });
}

/** All countdowns of the member, and events of the calendar among them; widgets and the app share this one request. */
export function useCountdowns(): UseQueryReturnType<Countdown[], Error> {
  useCalendarNews();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => send(api.GET('/api/countdown', { params: { query: { limit: ALL } } })),
    select: (list: CountdownList) => list.countdowns,
  });
  // Days left change at midnight without anybody's doing.
  const now = useMinute();
  const today = computed(() => todayText(now.value));
  watch(today, () => void query.refetch());
  return query;
}
