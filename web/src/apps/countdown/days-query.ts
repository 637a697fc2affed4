// The days before a day, and the check-in that colours today's. Apart from the list, which the first load needs.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, toValue, watch, type MaybeRefOrGetter } from 'vue';
import { api, send } from '@/api/client';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';
import { SUGGESTIONS_KEY } from './queries';
import type { Countdown, CountdownDays, Suggestion } from './types';

const DAYS_KEY = ['countdown-days'];
/** Classmates check in at any time, and nothing tells of it. */
const LOOK_MS = 60_000;
/** The query of the app for levels: the check-in is part of it. */
const LEVEL_KEY = ['level'];

/**
 * The days before the day of a countdown. They are read anew when the list says that it has changed: nobody asks for the
 * days of one that was deleted.
 */
export function useDays(countdown: MaybeRefOrGetter<Countdown>): UseQueryReturnType<CountdownDays, Error> {
  useRefreshOn(['exp_updated'], [DAYS_KEY], { gatherMs: 200 });
  const id = computed(() => toValue(countdown).id);
  const query = useQuery({
    queryKey: computed(() => [...DAYS_KEY, id.value]),
    queryFn: () => send(api.GET('/api/countdown/{id}/days', { params: { path: { id: id.value } } })),
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always',
  });
  watch(
    () => toValue(countdown),
    (now, before) => {
      if (now.id === before.id) void query.refetch();
    },
  );
  return query;
}

/** Checks in for today. Twice is harmless: the server counts once a day. */
export async function checkIn(): Promise<void> {
  await send(api.POST('/api/level/daily-login'));
  for (const queryKey of [DAYS_KEY, LEVEL_KEY]) void queryClient.invalidateQueries({ queryKey });
}

/** The final exams that the member or the class does not have yet. */
export function useSuggestions(): UseQueryReturnType<Suggestion[], Error> {
  return useQuery({
    queryKey: SUGGESTIONS_KEY,
    queryFn: () => send(api.GET('/api/countdown/suggestions')),
    select: ({ suggestions }) => suggestions,
  });
}
