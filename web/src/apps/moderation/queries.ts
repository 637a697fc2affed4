// The section's talk with the server.
import { keepPreviousData, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { api, send } from '@/api/client';
import { CONSOLE_KEY } from '@/core/moderation/acts';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';
import type { CaseDetails, CasePage, Decision, MemberPage, SharedPost, Silence, Waiting } from './types';

export const PAGE = 20;
/** Members shown at once; a search narrows the rest. */
const MEMBERS = 50;
const LISTS = [...CONSOLE_KEY, 'cases'];
const SILENCES = [...CONSOLE_KEY, 'silences'];
/** Not of the console's key: each reading may be logged, so a change elsewhere must not cause another one. */
const CASE = ['moderation', 'case'];

/**
 * How many cases wait; the console shows it beside the section and on its tabs. Not of the key of the lists: each page of
 * them tells the number as well, so that reading them anew needs no request for it.
 */
export const waitingQuery = {
  queryKey: ['moderation', 'waiting'],
  queryFn: async (): Promise<Waiting> =>
    (await send(api.GET('/api/moderation/cases', { params: { query: { limit: 1 } } }))).waiting,
};

/** The same for a component, without a request: `followWaiting` and the pages of the lists keep it up to date. */
export function useWaiting(): UseQueryReturnType<Waiting, Error> {
  return useQuery({ ...waitingQuery, enabled: false });
}

/** A post that a message of a case shares, as far as the moderator sees it. */
export function useSharedPost(id: number): UseQueryReturnType<SharedPost, Error> {
  return useQuery({
    queryKey: ['moderation', 'shared-post', id],
    queryFn: () => send(api.GET('/api/community/{id}', { params: { path: { id } } })),
    retry: false,
  });
}

/** A page of the cases in a state, read anew with each frame; it also tells how many wait. */
export function useCases(status: Ref<string>, page: Ref<number>): UseQueryReturnType<CasePage, Error> {
  useRefreshOn(['moderation_case_changed'], [LISTS]);
  return useQuery({
    queryKey: computed(() => [...LISTS, status.value, page.value]),
    queryFn: async () => {
      const query = { status: status.value, page: page.value, limit: PAGE };
      const found = await send(api.GET('/api/moderation/cases', { params: { query } }));
      queryClient.setQueryData(waitingQuery.queryKey, found.waiting);
      return found;
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** A case with what was written around it. Each reading may be logged, so it is read once. */
export function useCase(id: string): UseQueryReturnType<CaseDetails, Error> {
  return useQuery({
    queryKey: [...CASE, id],
    queryFn: () => send(api.GET('/api/moderation/cases/{id}', { params: { path: { id } } })),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Decides on a case; the lists are read anew also after a refusal, because somebody else may have been quicker. */
export async function decide(id: string, body: Decision): Promise<void> {
  try {
    await send(api.POST('/api/moderation/cases/{id}/decision', { params: { path: { id } }, body }));
  } finally {
    refresh(LISTS);
  }
}

/** Who may write nothing now. */
export function useSilences(): UseQueryReturnType<Silence[], Error> {
  return useQuery({
    queryKey: SILENCES,
    queryFn: () => send(api.GET('/api/moderation/silences')),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

/** Lets a member write nothing for so many minutes, in place of what was set before. */
export async function silenceMember(user_id: string, minutes: number, reason: string): Promise<Silence> {
  const path = { user_id };
  try {
    const body = { minutes, reason };
    return await send(api.PUT('/api/moderation/silences/{user_id}', { params: { path }, body }));
  } finally {
    refresh(SILENCES);
  }
}

/** Lets a silenced member write again. */
export async function liftSilence(user_id: string): Promise<void> {
  try {
    await send(api.DELETE('/api/moderation/silences/{user_id}', { params: { path: { user_id } } }));
  } finally {
    refresh(SILENCES);
  }
}

/** Members whom a search finds, of those one may see in the console. */
export function useMembers(search: Ref<string>): UseQueryReturnType<MemberPage, Error> {
  return useQuery({
    queryKey: computed(() => ['moderation', 'members', search.value]),
    queryFn: () =>
      send(
        api.GET('/api/admin/users', { params: { query: { search: search.value, limit: MEMBERS, status: 'active' } } }),
      ),
    placeholderData: keepPreviousData,
  });
}

function refresh(queryKey: readonly string[]): void {
  void queryClient.invalidateQueries({ queryKey });
}
