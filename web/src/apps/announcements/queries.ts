// The members' talk with the server: one list that app and widget share, and what one has read.
import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { Announcement, AnnouncementList } from './types';
import { queryClient } from '@/core/query';

const KEY = ['announcements', 'list'];
const UNREAD_KEY = ['announcements', 'unread'];
const PAGE = 20;

/** The announcements for this member, pinned first, page by page. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useAnnouncements() {
  return useInfiniteQuery({
    queryKey: KEY,
    initialPageParam: 1,
    queryFn: ({ pageParam }): Promise<AnnouncementList> =>
      send(api.GET('/api/announcements', { params: { query: { page: pageParam, limit: PAGE } } })),
    getNextPageParam: (last: AnnouncementList) => (last.page * last.limit < last.total ? last.page + 1 : undefined),
  });
}

/** How many wait; the service keeps the badge by it, app and widget show it. */
export const unreadQuery = { queryKey: UNREAD_KEY, queryFn: () => send(api.GET('/api/announcements/unread')) };

/** How many wait. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useUnread() {
  return useQuery(unreadQuery);
}

/** One, also when it is on no page that was read yet. */
export function readOne(id: number): Promise<Announcement> {
  return send(api.GET('/api/announcements/{id}', { params: { path: { id } } }));
}

type Seen = Pick<Announcement, 'id' | 'revision'>;

/** Notes that what is on the screen was read. The answer may say more than that did. */
export async function markRead({ id, revision }: Seen): Promise<Announcement> {
  const params = { path: { id } };
  return keep(await send(api.POST('/api/announcements/{id}/read', { params, body: { revision } })));
}

/** Says that what is on the screen was read and understood. */
export async function acknowledge({ id, revision }: Seen): Promise<Announcement> {
  const params = { path: { id } };
  return keep(await send(api.POST('/api/announcements/{id}/acknowledge', { params, body: { revision } })));
}

/** Reads everything anew: something was published, changed or taken back. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ['announcements'] });
}

function keep(changed: Announcement): Announcement {
  queryClient.setQueryData<InfiniteData<AnnouncementList>>(
    KEY,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          announcements: page.announcements.map((entry) => (entry.id === changed.id ? changed : entry)),
        })),
      },
  );
  void queryClient.invalidateQueries({ queryKey: UNREAD_KEY });
  return changed;
}
