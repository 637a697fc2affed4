// Reports: what moderators judge, and what became of one's own.
import { useQuery } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { api, send } from '@/api/client';
import { queryClient } from '@/core/query';
import { holds } from '@/core/roles';
import type { Case, Report } from '../types';

export const PAGE = 20;
const KEY = 'chat-reports';
const OPEN_KEY = [KEY, 'count'];

export type Status = 'open' | 'recalled' | 'dismissed';
export type Verdict = 'dismiss' | 'recall' | 'reopen';

interface Page {
  reports: Report[];
  total: number;
}

/** Whether the member may judge reports; the server decides anew. */
export const moderates = computed(() => holds('manage_posts'));

/** How many reports wait for whoever moderates. */
export const openQuery = {
  queryKey: OPEN_KEY,
  queryFn: async (): Promise<number> =>
    (await send(api.GET('/api/chat/reports', { params: { query: { status: 'open', limit: 1 } } }))).total,
};

/** The same, for a component. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useOpen() {
  return useQuery({ ...openQuery, enabled: moderates });
}

/** A page of a list, or one's own. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useReports(tab: Ref<string>, page: Ref<number>) {
  return useQuery({
    queryKey: [KEY, 'list', tab, page],
    queryFn: async (): Promise<Page> => {
      if (tab.value === 'own') {
        const reports = await send(api.GET('/api/chat/reports/own'));
        return { reports, total: reports.length };
      }
      const query = { status: tab.value, page: page.value, limit: PAGE };
      return send(api.GET('/api/chat/reports', { params: { query } }));
    },
  });
}

/** One report with what was said around it. Each reading may be noted, so it is read once. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useCase(id: string) {
  return useQuery({
    queryKey: [KEY, 'case', id],
    queryFn: (): Promise<Case> => send(api.GET('/api/chat/reports/{id}', { params: { path: { id } } })),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Settles it, or takes a dismissal back. */
export async function resolve(id: string, action: Verdict, note = ''): Promise<void> {
  await send(api.POST('/api/chat/reports/{id}/resolve', { params: { path: { id } }, body: { action, note } }));
  refresh();
}

/** Reads the lists anew. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: OPEN_KEY });
  void queryClient.invalidateQueries({ queryKey: [KEY, 'list'] });
}
