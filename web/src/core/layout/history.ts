// The layouts that the member has replaced, so that a change of heart or a lost conflict costs
// nothing. The server keeps them: they follow the member and outlive a full or wiped device.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { PastLayout, Settings } from '@/api/types';
import { queryClient } from '../query';
import type { LayoutDocument } from './document';

const KEY = ['user', 'layouts'];

/** Newest first. */
export function usePastLayouts(): UseQueryReturnType<PastLayout[], Error> {
  return useQuery({
    queryKey: KEY,
    // Each change of the layout may add one.
    staleTime: 0,
    queryFn: async () => (await send(api.GET('/api/user/layouts'))).layouts,
  });
}

/** Keeps a layout that was never in use: the side that a member lets go in a conflict. */
export async function keepLayout(document: LayoutDocument): Promise<void> {
  // The generated type of a free-form object is an empty one.
  const body = { desktop_layout: document as unknown as Record<string, never> };
  const { layouts } = await send(api.POST('/api/user/layouts', { body }));
  queryClient.setQueryData(KEY, layouts);
}

/** Uses a replaced layout again; answers the settings as they are then. */
export async function restorePast(id: string, revision: number | undefined): Promise<Settings> {
  const saved = await send(
    api.POST('/api/user/layouts/{id}/restore', { params: { path: { id } }, body: { revision } }),
  );
  void queryClient.invalidateQueries({ queryKey: KEY });
  return saved;
}
