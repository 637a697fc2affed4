// Reads lists anew for some of what happens in the community: every like is told of, and few lists show likes.
import { onScopeDispose } from 'vue';
import { subscribe } from '@/core/live';
import { queryClient } from '@/core/query';
import { refreshOn } from '@/core/refresh-on';
import type { CommunityFrame } from '../types';

type Action = CommunityFrame['action'];

/** Posts have come, gone or changed. */
export const POST_ACTIONS: readonly Action[] = ['post_created', 'post_changed', 'post_removed'];

/**
 * Reads the list of the key anew for each of these, those within `gatherMs` of each other once, and whenever one may
 * have been missed, until the returned function is called. To be called before the list is used.
 */
export function refreshOnActions(
  actions: readonly Action[],
  queryKey: readonly string[],
  gatherMs: number,
): () => void {
  let timer = 0;
  const stopGap = refreshOn([], [queryKey]);
  const stop = subscribe('community_event', ({ action }) => {
    if (!actions.includes(action)) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void queryClient.invalidateQueries({ queryKey }), gatherMs);
  });
  return () => {
    window.clearTimeout(timer);
    stopGap();
    stop();
  };
}

/** The same as long as the component lives. */
export function useRefreshOnActions(...given: Parameters<typeof refreshOnActions>): void {
  onScopeDispose(refreshOnActions(...given));
}
