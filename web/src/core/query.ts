// Server state. Sparing by design: a member has 60 requests a minute for all widgets together.
import { QueryClient } from '@tanstack/vue-query';
import { asFailure } from '@/api/failure';

const STALE_MS = 60_000;
const MOST_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A school LAN without internet counts as offline for the browser; we ask the portal anyway.
      networkMode: 'always',
      staleTime: STALE_MS,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: (count, cause) => count < MOST_RETRIES && isPassing(asFailure(cause).status),
      retryDelay: (count, cause) => retryDelay(count, asFailure(cause).retryAfter),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Only these can differ a moment later. */
function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Waits as long as the server said, spread out so that widgets do not return all at once. */
export function retryDelay(count: number, retryAfter: number | null): number {
  const base = retryAfter === null ? 1000 * 2 ** count : retryAfter * 1000;
  return base + Math.random() * 500;
}
