// Which classes there are, from the class list; only admins of all classes may read that.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { StoredList } from '@/api/types';

export const ROSTER_KEY = ['admin', 'roster'];

/** The stored class list. */
export function useRoster(enabled?: Ref<boolean>): UseQueryReturnType<StoredList, Error> {
  return useQuery({
    queryKey: ROSTER_KEY,
    queryFn: () => send(api.GET('/api/admin/pre-records')),
    ...(enabled && { enabled }),
  });
}

/** The classes' two digits, in order. */
export function useClasses(enabled: Ref<boolean>): ComputedRef<string[]> {
  const { data } = useRoster(enabled);
  return computed(() =>
    Object.keys(data.value?.pre_records ?? {})
      .map((key) => key.replace('class', ''))
      .sort(),
  );
}
