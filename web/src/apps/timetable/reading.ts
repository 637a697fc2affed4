// What only the window reads: the list of timetables, weeks, and one timetable.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { queryClient } from '@/core/query';
import { readDays, readOverview, readTimetable, type Of } from './calls';
import { addDays, daysBetween } from './dates';
import { KEY } from './queries';
import type { Day, Full, Listed, Overview } from './types';

/** Weeks are read by the four, so that turning the page is no request most of the time. */
const CHUNK_DAYS = 28;
/** A Monday. */
const FIRST_MONDAY = '2024-01-01';

/** The first day of the four weeks that a date is in. */
export function chunkOf(date: string): string {
  return addDays(FIRST_MONDAY, Math.floor(daysBetween(FIRST_MONDAY, date) / CHUNK_DAYS) * CHUNK_DAYS);
}

export function useOverview(inClass: Readonly<Ref<string | undefined>>): UseQueryReturnType<Overview, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'list', inClass.value ?? '']),
    queryFn: () => readOverview(inClass.value),
  });
}

interface DaysQuery {
  queryKey: string[];
  queryFn: () => Promise<Day[]>;
}

function daysQuery(first: string, of: Of, inClass: string | undefined): DaysQuery {
  return {
    queryKey: [...KEY, 'days', of, inClass ?? '', first],
    queryFn: () => readDays(first, addDays(first, CHUNK_DAYS - 1), of, inClass),
  };
}

/** The four weeks that a date is in. */
export function useDays(
  date: Readonly<Ref<string>>,
  of: Readonly<Ref<Of>>,
  inClass: Readonly<Ref<string | undefined>>,
): UseQueryReturnType<Day[], Error> {
  return useQuery(computed(() => daysQuery(chunkOf(date.value), of.value, inClass.value)));
}

/** The day of the class alone as it is now, whatever one has of one's own: what a change of the day begins with. */
export async function classDay(date: string, inClass: string | undefined): Promise<Day | undefined> {
  const days = await queryClient.fetchQuery({ ...daysQuery(chunkOf(date), 'class', inClass), staleTime: 0 });
  return days.find((day) => day.date === date);
}

type Version = Pick<Listed, 'id' | 'revision'>;

/** Not below the key of all the rest, which is read anew after every change: a revision stays as it is. */
export const revisionKey = ({ id, revision }: Version): unknown[] => ['timetable-revision', id, revision];

/** A timetable as the list names it; nothing is asked while there is none. */
export function useTimetable(listed: Readonly<Ref<Version | undefined>>): UseQueryReturnType<Full, Error> {
  return useQuery({
    queryKey: computed(() => revisionKey(listed.value ?? { id: '', revision: 0 })),
    queryFn: () => readTimetable(listed.value?.id ?? ''),
    enabled: computed(() => !!listed.value),
    staleTime: Infinity,
  });
}
