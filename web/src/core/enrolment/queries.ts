// How far the enrolment of the classes is: asked anew whenever somebody registers, and from time to time where
// nothing tells of that.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed } from 'vue';
import { api, send } from '@/api/client';
import type { Enrolment } from '@/api/types';
import { liveState } from '@/core/live';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';

const KEY = ['admin', 'enrolment'];
/** While frames come the poll is only for one that was lost. */
const LIVE_MS = 60_000;
const POLL_MS = 5_000;
/** A whole class registers within minutes: frames of the same moment are one request. */
const GATHER_MS = 400;

const read = (): Promise<Enrolment> => send(api.GET('/api/admin/enrolment'));

/** The same once, for what is not shown for long. */
export const fetchEnrolment = (): Promise<Enrolment> => queryClient.fetchQuery({ queryKey: KEY, queryFn: read });

/** The classes that the caller looks after, with who has registered. */
export function useEnrolment(): UseQueryReturnType<Enrolment, Error> {
  useRefreshOn(['enrolment_changed'], [KEY], { gatherMs: GATHER_MS });
  return useQuery({
    queryKey: KEY,
    queryFn: read,
    staleTime: 0,
    refetchInterval: computed(() => (liveState.value === 'live' || liveState.value === 'polling' ? LIVE_MS : POLL_MS)),
  });
}

/** Opens the window until then, or closes it. */
export async function setEnrolmentWindow(until: Date | null): Promise<void> {
  const body = { open_until: until ? until.toISOString() : null };
  queryClient.setQueryData(KEY, await send(api.PUT('/api/admin/enrolment', { body })));
}

/** Lets the owner of a name that wrong claim codes have locked out try again at once. */
export async function clearLockout(user_id: string): Promise<void> {
  const params = { path: { user_id } };
  const path = '/api/admin/enrolment/members/{user_id}/claim-lockout';
  queryClient.setQueryData(KEY, await send(api.DELETE(path, { params })));
}
