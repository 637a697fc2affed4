// Names beside the user IDs of logs and lists. One request for a class; who is not in it stays a number.
import { useQuery } from '@tanstack/vue-query';
import { computed, type ComputedRef } from 'vue';
import { api, send } from '@/api/client';

const MOST = 200;

/** A function that tells a name, or gives the ID back. */
export function useNames(): ComputedRef<(userId: string) => string> {
  const { data } = useQuery({
    queryKey: ['admin', 'users', 'names'],
    queryFn: () => send(api.GET('/api/admin/users', { params: { query: { limit: MOST } } })),
    select: (list) => new Map(list.users.map(({ user_id, real_name }) => [user_id, real_name])),
  });
  return computed(() => (userId) => {
    const name = data.value?.get(userId);
    return name ? `${name} ${userId}` : userId;
  });
}
