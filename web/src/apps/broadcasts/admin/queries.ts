// The broadcasts' talk with the server.
import { keepPreviousData, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { Broadcast, BroadcastList } from '@/api/types';
import type { NewBroadcast } from '../types';
import { tabVisible } from '@/core/active';
import { queryClient } from '@/core/query';

const KEY = ['admin', 'broadcasts'];
export const PAGE = 10;
/** How often the counts of what was sent are read anew while someone looks at them. */
const LOOK_MS = 15_000;

/** What was sent, newest first, with how many it has reached. */
export function useBroadcasts(page: Ref<number>): UseQueryReturnType<BroadcastList, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, page.value]),
    queryFn: () => send(api.GET('/api/admin/broadcasts', { params: { query: { page: page.value, limit: PAGE } } })),
    placeholderData: keepPreviousData,
    refetchInterval: () => (tabVisible.value ? LOOK_MS : false),
  });
}

/** Sends one; the key makes a repetition after a lost answer the same broadcast. */
export async function broadcast(body: NewBroadcast & { key: string }): Promise<Broadcast> {
  const sent = await send(api.POST('/api/admin/broadcasts', { body }));
  void queryClient.invalidateQueries({ queryKey: KEY });
  return sent;
}

/** Takes one back from every screen. */
export async function recall(id: string): Promise<void> {
  try {
    await send(api.POST('/api/admin/broadcasts/{id}/end', { params: { path: { id } } }));
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY });
  }
}
