// The officers' talk with the server.
import { keepPreviousData, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { AdminUserList, Appointment, Officer } from '../types';
import { queryClient } from '@/core/query';
import type { OfficeChange } from './model';

const KEY = ['admin', 'officers'];
/** Candidates shown at once; a search narrows the rest. */
const CANDIDATES = 20;

/** All officers in reach. */
export function useOfficers(): UseQueryReturnType<Officer[], Error> {
  return useQuery({ queryKey: KEY, queryFn: () => send(api.GET('/api/admin/officers')) });
}

/** Who could be appointed. */
export function useCandidates(search: Ref<string>): UseQueryReturnType<AdminUserList, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'candidates', search.value]),
    queryFn: () =>
      send(
        api.GET('/api/admin/available-officers', { params: { query: { search: search.value, limit: CANDIDATES } } }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Makes a member an officer. */
export async function appoint(body: Appointment): Promise<void> {
  await finish(send(api.POST('/api/admin/officers', { body })));
}

/** Changes title or rights. */
export async function change(user_id: string, body: OfficeChange): Promise<void> {
  await finish(send(api.PATCH('/api/admin/officers/{user_id}', { params: { path: { user_id } }, body })));
}

/** Makes an officer an ordinary member again. */
export async function remove(user_id: string): Promise<void> {
  await finish(send(api.DELETE('/api/admin/officers/{user_id}', { params: { path: { user_id } } })));
}

/** Whatever came of it, the lists are read anew: somebody else may have been faster. */
async function finish(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
  }
}
