// The list of announcements, which several widgets show: one request for all of them. Part of the first load; the app
// of the announcements keeps it new.
import { useInfiniteQuery } from '@tanstack/vue-query';
import { ref, type Ref } from 'vue';
import type { paths } from '@/api/generated/schema';
import { api, send } from '@/api/client';
import type { DataOf } from '@/api/types';

export type AnnouncementList = DataOf<paths['/api/announcements']['get']>;

export const ANNOUNCEMENTS_KEY = ['announcements', 'list'];
const PAGE = 20;

/** The announcements for this member, pinned first, page by page; not asked while `enabled` is false. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useAnnouncements(enabled: Ref<boolean> = ref(true)) {
  return useInfiniteQuery({
    queryKey: ANNOUNCEMENTS_KEY,
    initialPageParam: 1,
    queryFn: ({ pageParam }): Promise<AnnouncementList> =>
      send(api.GET('/api/announcements', { params: { query: { page: pageParam, limit: PAGE } } })),
    getNextPageParam: (last: AnnouncementList) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
    enabled,
  });
}
