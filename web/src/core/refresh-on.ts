// Reads queries anew when a frame says that they have changed, and when such a frame may have been missed.
import type { QueryKey } from '@tanstack/vue-query';
import { onScopeDispose } from 'vue';
import { subscribe, type FrameType } from './live';
import { onUnresumed } from './live/on-gap';
import { queryClient } from './query';

interface RefreshOptions {
  /** Frames that come within so long of each other are one request. */
  gatherMs?: number;
}

/**
 * Reads the queries of the keys anew for each frame of these types, and whenever one may have been missed, until the
 * returned function is called. To be called before the queries are used.
 */
export function refreshOn(
  types: readonly FrameType[],
  keys: readonly QueryKey[],
  { gatherMs }: RefreshOptions = {},
): () => void {
  let timer = 0;
  const refresh = (refetchType: 'active' | 'none'): void =>
    keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey, refetchType }));
  const refetch = (): void => {
    if (gatherMs === undefined) return refresh('active');
    window.clearTimeout(timer);
    timer = window.setTimeout(() => refresh('active'), gatherMs);
  };
  let isSubscribing = true;
  const stops = [
    ...types.map((type) => subscribe(type, refetch)),
    onUnresumed(() => {
      // The greeting of a connection that was up before. Answers that are kept of an earlier use may be behind, and
      // whoever uses the queries next reads them anew: a request from here would be a second one.
      if (isSubscribing) refresh('none');
      else refetch();
    }),
  ];
  isSubscribing = false;
  return () => {
    window.clearTimeout(timer);
    stops.forEach((stop) => stop());
  };
}

/** The same as long as the component or the effect scope lives. */
export function useRefreshOn(types: readonly FrameType[], keys: readonly QueryKey[], options?: RefreshOptions): void {
  onScopeDispose(refreshOn(types, keys, options));
}
