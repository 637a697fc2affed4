// The lessons of the next weeks, from which the ends of homework are chosen and named. Without a timetable there are
// none, and everything goes on without.
import { useQuery } from '@tanstack/vue-query';
import { computed, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import { addDays } from '@/core/dates';
import type { LessonsOn } from './due';
import type { SchoolDay } from './write/quick';
import { useToday } from './queries';

/** Behind a holiday of two weeks there is a school day. */
const AHEAD_DAYS = 20;
const STALE_MS = 300_000;

/** The days from today on, of the member's class or of another one. */
export function useSchoolDays(inClass: Ref<string | undefined>): ComputedRef<SchoolDay[] | undefined> {
  const today = useToday();
  const { data, error } = useQuery({
    // Below the key of the timetable, so that a change of it is heard here.
    queryKey: computed(() => ['timetable', 'homework', inClass.value ?? '', today.value]),
    queryFn: async (): Promise<SchoolDay[]> => {
      const query = {
        from: today.value,
        until: addDays(today.value, AHEAD_DAYS),
        of: 'class',
        class: inClass.value,
      } as const;
      return (await send(api.GET('/api/timetable/days', { params: { query } }))).days;
    },
    staleTime: STALE_MS,
    retry: false,
  });
  return computed(() => data.value ?? (error.value ? [] : undefined));
}

/** The lessons of a day, as far as they are known. */
export function useLessonsOn(): ComputedRef<LessonsOn> {
  const days = useSchoolDays(computed(() => undefined));
  return computed(() => {
    const byDate = new Map((days.value ?? []).map((day) => [day.date, day.lessons]));
    return (date) => byDate.get(date) ?? [];
  });
}
