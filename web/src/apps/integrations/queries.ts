// The app's lists on the server, and what keeps them new.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { api, send } from '@/api/client';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';
import { user } from '@/core/session';
import { serverNow } from '@/core/time';
import { readEvery } from './deliveries';
import type { Delivery, DeliveryPiece, DeliveryRequest, LogPiece } from './types';

const KEY = 'integrations';
const REQUESTS = [KEY, 'requests'];
const TOKENS = [KEY, 'tokens'];
export const PAGE = 50;
/** Entries of a log or of the deliveries that are read at once. */
const PIECE = 30;
/** How often the newest piece of a log is read while somebody looks at it: no frame tells of a request. */
const LOG_EVERY_MS = 10_000;

/** Whether the member decides requests and issues integrations. */
export const decides = computed(() => user.value?.is_admin === 1 || user.value?.is_class_admin === true);

/** What the member has asked for, and what waits for their decision. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useRequests() {
  return useQuery({
    queryKey: REQUESTS,
    queryFn: () => send(api.GET('/api/integrations/requests')),
    // When one was last used changes without a frame.
    staleTime: 0,
  });
}

/** A page of the integrations that were issued or approved, for those who run a class. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useIntegrations(page: Ref<number>) {
  return useQuery({
    queryKey: computed(() => [...TOKENS, 'page', page.value]),
    queryFn: () => send(api.GET('/api/integrations/tokens', { params: { query: { page: page.value, limit: PAGE } } })),
    enabled: decides,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** One that was issued or approved, for those who run a class. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useIntegration(id: number, enabled: Ref<boolean>) {
  return useQuery({
    queryKey: [...TOKENS, id],
    queryFn: () => send(api.GET('/api/integrations/tokens/{id}', { params: { path: { id: String(id) } } })),
    enabled,
    staleTime: 0,
  });
}

/** The events that integrations may send, and those that they are sent. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useEventTypes() {
  return useQuery({
    queryKey: [KEY, 'events'],
    queryFn: () => send(api.GET('/api/integrations/events')),
    staleTime: Infinity,
  });
}

/** The log of an integration, piece by piece, the newest first. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useLog(id: number, refused: Ref<boolean>) {
  return useInfiniteQuery({
    queryKey: computed(() => [KEY, 'log', id, refused.value]),
    initialPageParam: '',
    queryFn: ({ pageParam }): Promise<LogPiece> => {
      const query = { refused: refused.value, limit: PIECE, ...(pageParam && { before: pageParam }) };
      return send(api.GET('/api/integrations/tokens/{id}/log', { params: { path: { id: String(id) }, query } }));
    },
    getNextPageParam: ({ entries, has_more: hasMore }) => (hasMore ? entries[entries.length - 1]?.id : undefined),
    // Later pieces are read once: all of them every few seconds would use up the limit of the member.
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : LOG_EVERY_MS),
    staleTime: 0,
  });
}

/** What an integration was sent, piece by piece, the newest first. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useDeliveries(id: number, failed: Ref<boolean>) {
  return useInfiniteQuery({
    queryKey: computed(() => [KEY, 'deliveries', id, failed.value]),
    initialPageParam: 0,
    queryFn: ({ pageParam }): Promise<DeliveryPiece> => {
      const query = { failed: failed.value, limit: PIECE, ...(pageParam > 0 && { before: pageParam }) };
      const params = { path: { id: String(id) }, query };
      return send(api.GET('/api/integrations/tokens/{id}/deliveries', { params }));
    },
    getNextPageParam: ({ deliveries, has_more: hasMore }) =>
      hasMore ? deliveries[deliveries.length - 1]?.seq : undefined,
    refetchInterval: ({ state }) => readEvery(state.data?.pages.map((page) => page.deliveries) ?? [], serverNow()),
    staleTime: 0,
  });
}

/** A delivery with its attempts, and the request that the next one would make now. */
export async function requestOf(id: number, delivery: string): Promise<DeliveryRequest> {
  const params = { path: { id: String(id), delivery } };
  return send(api.GET('/api/integrations/tokens/{id}/deliveries/{delivery}', { params }));
}

/** A delivery with its attempts, read anew whenever one was made. */
// oxlint-disable-next-line explicit-module-boundary-types -- as above
export function useAttempts(id: number, delivery: Ref<Delivery>) {
  return useQuery({
    queryKey: computed(() => [KEY, 'delivery', id, delivery.value.id, delivery.value.attempts, delivery.value.status]),
    queryFn: () => requestOf(id, delivery.value.id),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Reads the lists anew. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: REQUESTS });
  void queryClient.invalidateQueries({ queryKey: TOKENS });
}

/** Follows what others do, as long as the app is open; for use in its `setup`. */
export function useChanges(): void {
  useRefreshOn(['integrations_changed'], [REQUESTS, TOKENS]);
}
