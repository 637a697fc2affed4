// The app's list on the server, shared by the widget and the window.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, watch } from 'vue';
import { api, send } from '@/api/client';
import type { Countdown, CountdownList } from './types';
import { todayText, useMinute } from '@/core/time';

export const KEY = ['countdown'];
/** A user has at most so many, so one page holds all. */
const ALL = 100;

/** All countdowns of the member; widgets and the app share this one request. */
export function useCountdowns(): UseQueryReturnType<Countdown[], Error> {
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
