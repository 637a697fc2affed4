// The app's list on the server, shared by the widget and the window.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, toValue, watch, type MaybeRefOrGetter } from 'vue';
import { api, send } from '@/api/client';
import { refreshOn } from '@/core/refresh-on';
import type { CountdownList } from './types';
import { todayText, useMinute } from '@/core/time';

export const KEY = ['countdown'];
export const SUGGESTIONS_KEY = ['countdown-suggestions'];
/** A member has at most 100, their class 30, and the calendar adds at most 100, so one page holds all. */
const ALL = 300;
/** Events of the calendar are among them. */
const NEWS = ['countdown_changed', 'calendar_changed'] as const;

let users = 0;
let stop: (() => void) | undefined;

/** Reads the list anew when a countdown or a calendar has changed; one subscription for all that show it. */
function useNews(): void {
  if (users++ === 0) stop = refreshOn(NEWS, [KEY, SUGGESTIONS_KEY], { gatherMs: 200 });
  onScopeDispose(() => {
    if (--users === 0) stop?.();
  });
}

/**
 * All countdowns of the member and of their class, and events of the calendar among them; widgets and the app share this
 * one request. Admins of all classes may name another class.
 */
export function useCountdowns(
  inClass?: MaybeRefOrGetter<string | undefined>,
): UseQueryReturnType<CountdownList, Error> {
  useNews();
  const query = useQuery({
    queryKey: computed(() => [...KEY, ...(toValue(inClass) ? [toValue(inClass)] : [])]),
    queryFn: () => send(api.GET('/api/countdown', { params: { query: { limit: ALL, class: toValue(inClass) } } })),
  });
  // Days left change at midnight without anybody's doing.
  const now = useMinute();
  const today = computed(() => todayText(now.value));
  watch(today, () => void query.refetch());
  return query;
}
