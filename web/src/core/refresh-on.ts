// Reads queries anew when a frame says that they have changed, and when such a frame may have been missed.
import type { QueryKey } from '@tanstack/vue-query';
import { onScopeDispose } from 'vue';
import { subscribe, type FrameType } from './live';
import { queryClient } from './query';

/**
 * Reads the queries of the keys anew for each frame of these types, and whenever one may have been missed, until the
 * returned function is called. To be called before the queries are used.
 */
export function refreshOn(types: readonly FrameType[], keys: readonly QueryKey[]): () => void {
  const refresh = (refetchType: 'active' | 'none'): void =>
    keys.forEach((queryKey) => void queryClient.invalidateQueries({ queryKey, refetchType }));
  const refetch = (): void => refresh('active');
  let isSubscribing = true;
  const stops = [
    ...types.map((type) => subscribe(type, refetch)),
    subscribe('reset', refetch),
    subscribe('connected', ({ resumed }) => {
      // A connection that is open already greets at once. What is kept of an earlier use may be behind, as nobody has
      // heard of its changes meanwhile; whoever uses it now reads it anew, and a request from here would be a second one.
      if (isSubscribing) refresh('none');
      // One that goes on from no place in the log says nothing of what changed after the first read.
      else if (resumed !== true) refetch();
    }),
  ];
  isSubscribing = false;
  return () => stops.forEach((stop) => stop());
}

/** The same as long as the component or the effect scope lives. */
export function useRefreshOn(types: readonly FrameType[], keys: readonly QueryKey[]): void {
  onScopeDispose(refreshOn(types, keys));
}
