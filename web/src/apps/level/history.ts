// The history of experience; apart from the rest, because the widget of the first picture needs none.
import { useInfiniteQuery } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { LevelEntry } from '@/api/types';
import { LOG_KEY } from './queries';

const PAGE = 30;

/** The history, newest first, page by page. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useHistory() {
  return useInfiniteQuery({
    queryKey: LOG_KEY,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }): Promise<LevelEntry[]> =>
      send(api.GET('/api/level/log', { params: { query: { limit: PAGE, before: pageParam } } })),
    getNextPageParam: (last: LevelEntry[]) => (last.length < PAGE ? undefined : last[last.length - 1]?.id),
  });
}
