// The list of announcements that app and widget share. Part of the first load; what one reads and confirms is in reading.ts.
import { useInfiniteQuery, useQuery } from '@tanstack/vue-query';
import { ref, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { AnnouncementList } from './types';

export const LIST_KEY = ['announcements', 'list'];
export const UNREAD_KEY = ['announcements', 'unread'];
const PAGE = 20;

/** The announcements for this member, pinned first, page by page. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useAnnouncements() {
  return useInfiniteQuery({
    queryKey: LIST_KEY,
    initialPageParam: 1,
    queryFn: ({ pageParam }): Promise<AnnouncementList> =>
      send(api.GET('/api/announcements', { params: { query: { page: pageParam, limit: PAGE } } })),
    getNextPageParam: (last: AnnouncementList) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
  });
}

/** How many wait; the service keeps the badge by it, app and widget show it. */
export const unreadQuery = { queryKey: UNREAD_KEY, queryFn: () => send(api.GET('/api/announcements/unread')) };

/** How many wait; not asked while `enabled` is false. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useUnread(enabled: Ref<boolean> = ref(true)) {
  return useQuery({ ...unreadQuery, enabled });
}
