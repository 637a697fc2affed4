// How many announcements wait, which app and widget share. Part of the first load; what one reads and confirms is in
// reading.ts.
import { useQuery } from '@tanstack/vue-query';
import { ref, type Ref } from 'vue';
import { api, send } from '@/api/client';

export const UNREAD_KEY = ['announcements', 'unread'];

/** How many wait; the service keeps the badge by it, app and widget show it. */
export const unreadQuery = { queryKey: UNREAD_KEY, queryFn: () => send(api.GET('/api/announcements/unread')) };

/** How many wait; not asked while `enabled` is false. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useUnread(enabled: Ref<boolean> = ref(true)) {
  return useQuery({ ...unreadQuery, enabled });
}
