// The broadcasts' talk with the server.
import { keepPreviousData, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { Broadcast, BroadcastList } from '@/api/types';
import type { BroadcastRecipients, NewBroadcast } from '../types';
import { queryClient } from '@/core/query';

const KEY = ['admin', 'broadcasts'];
export const PAGE = 10;
/** How often the counts of what was sent are read anew while someone looks at them. */
const LOOK_MS = 15_000;
/** How often while someone waits for the last ones of a list of names. */
const READERS_MS = 5_000;
/** The largest page of them. */
const READERS = 200;

/** What was sent, newest first, with how many it has reached. */
export function useBroadcasts(page: Ref<number>): UseQueryReturnType<BroadcastList, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, page.value]),
    queryFn: () => send(api.GET('/api/admin/broadcasts', { params: { query: { page: page.value, limit: PAGE } } })),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always',
  });
}

/** Everyone whom one was sent to: first those who have not seen it. */
export function useRecipients(id: string): UseQueryReturnType<BroadcastRecipients, Error> {
  return useQuery({
    queryKey: [...KEY, 'recipients', id],
    queryFn: async () => {
      const first = await readRecipients(id, 1);
      const members = [...first.members];
      for (let page = 2; (page - 1) * READERS < first.total; page++) {
        members.push(...(await readRecipients(id, page)).members);
      }
      return { ...first, members };
    },
    staleTime: 0,
    refetchInterval: READERS_MS,
    refetchOnWindowFocus: 'always',
  });
}

function readRecipients(id: string, page: number): Promise<BroadcastRecipients> {
  const params = { path: { id }, query: { limit: READERS, page } };
  return send(api.GET('/api/admin/broadcasts/{id}/seen', { params }));
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
