// What time it is for the class. A ban ends on the server's clock in the portal's zone; the device in
// hand may be a day off or in another country.
import { useQuery } from '@tanstack/vue-query';
import { computed, type ComputedRef } from 'vue';
import { api, send } from '@/api/client';
import { fromWire } from './model';

const MINUTE_MS = 60_000;

/** The wall of the class: its UTC fields are what the clock there shows. */
export interface ClassTime {
  now: Date;
  /** The IANA name, empty when there is none. */
  zone: string;
}

/** Asks the server. */
export async function readClock(): Promise<ClassTime> {
  const { local, timezone } = await send(api.GET('/api/admin/clock'));
  return { now: fromWire(local), zone: timezone ?? '' };
}

/** The time of the class while a form is open, to the minute; null until the server has answered. */
export function useClassTime(): ComputedRef<ClassTime | null> {
  const { data } = useQuery({
    queryKey: ['admin', 'clock'],
    queryFn: readClock,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: MINUTE_MS,
  });
  return computed(() => data.value ?? null);
}
