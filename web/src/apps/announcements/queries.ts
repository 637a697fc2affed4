// How many announcements wait, which app and widget share. Part of the first load; what one reads and confirms is in
// reading.ts.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { ref, type Ref } from 'vue';
import { api, send } from '@/api/client';
import { findApp } from '@/core/apps';

export const UNREAD_KEY = ['announcements', 'unread'];
/** The most that the server lists at once; a badge has no room for more. */
const MOST = 100;

/** The server counts homework among what is unread, and that has an app of its own, which counts it. */
async function countUnread(): Promise<number> {
  if (!findApp('homework')) return (await send(api.GET('/api/announcements/unread'))).unread;
  const query = { type: 'notice', limit: MOST } as const;
  const { announcements } = await send(api.GET('/api/announcements', { params: { query } }));
  return announcements.filter(({ read }) => !read).length;
}

/** How many wait; the service keeps the badge by it, app and widget show it. */
export const unreadQuery = { queryKey: UNREAD_KEY, queryFn: countUnread };

/** How many wait; not asked while `enabled` is false. */
export function useUnread(enabled: Ref<boolean> = ref(true)): UseQueryReturnType<number, Error> {
  return useQuery({ ...unreadQuery, enabled });
}
