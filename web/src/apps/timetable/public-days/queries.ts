// The public days of a year on the server.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { api, send } from '@/api/client';
import { queryClient } from '@/core/query';
import { KEY } from '../queries';
import type { PublicDay, PublicYear } from '../types';

const keyOf = (year: number): readonly unknown[] => [...KEY, 'public-days', year];

export function usePublicYear(year: Ref<number>): UseQueryReturnType<PublicYear, Error> {
  return useQuery({
    queryKey: computed(() => keyOf(year.value)),
    queryFn: () => send(api.GET('/api/timetable/public-days', { params: { query: { year: year.value } } })),
  });
}

/** Puts days of the portal's own in the place of what the year has. */
export async function savePublicYear(year: number, days: readonly PublicDay[]): Promise<void> {
  await send(api.PUT('/api/timetable/public-days/{year}', { params: { path: { year } }, body: { days: [...days] } }));
  await readAnew();
}

/** Goes back to the built-in days. */
export async function dropPublicYear(year: number): Promise<void> {
  await send(api.DELETE('/api/timetable/public-days/{year}', { params: { path: { year } } }));
  await readAnew();
}

/** Brings back what a year had. */
export function putBack({ year, source, days }: PublicYear): Promise<void> {
  return source === 'own' ? savePublicYear(year, days) : dropPublicYear(year);
}

/** Which days have lessons follows from it, so all of the timetable is read anew. */
const readAnew = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });
