// Server state. Sparing by design: a member has 60 requests a minute for all widgets together.
import { QueryClient } from '@tanstack/vue-query';
import { type ApiFailure, asFailure } from '@/api/failure';

const STALE_MS = 60_000;
const MAX_RETRIES = 2;
/** The limit says when it lets the next request through; a whole desktop may wait there at once. */
const MAX_WAITS = 10;
/** A longer wait is shown instead. */
const LONGEST_WAIT_S = 60;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A school LAN without internet counts as offline for the browser; we ask the portal anyway.
      networkMode: 'always',
      staleTime: STALE_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, cause) => isRetried(count, asFailure(cause)),
      retryDelay: (count, cause) => retryDelay(count, asFailure(cause).retryAfter),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Whether a request is sent again: only these failures can differ a moment later. */
export function isRetried(count: number, { status, retryAfter }: ApiFailure): boolean {
  if (status === 429) return count < MAX_WAITS && (retryAfter ?? 1) <= LONGEST_WAIT_S;
  return count < MAX_RETRIES && (status === 0 || status >= 500);
}

/** Waits as long as the server said, spread out so that widgets do not return all at once. */
export function retryDelay(count: number, retryAfter: number | null): number {
  const base = retryAfter === null ? 1000 * 2 ** count : retryAfter * 1000;
  return base + Math.random() * 500;
}
