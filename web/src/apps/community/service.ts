// What the app does while its window is closed: it keeps the badge. Started by the desktop, ended with it.
import { QueryObserver } from '@tanstack/vue-query';
import { setBadge } from '@/core/badges';
import { queryClient } from '@/core/query';
import { UNREAD_KEY, unreadQuery } from './state/queries';
import { refreshOnActions } from './state/refresh';

/** A class that writes at once is counted once. */
const GATHER_MS = 3000;
/** The calls of a desktop that starts have the limit of the member for themselves; the badge can wait. */
const LATER_MS = 15_000;

/** Starts; answers what ends it. */
export default function start(): () => void {
  const stopRefresh = refreshOnActions(['post_created', 'post_removed'], UNREAD_KEY, GATHER_MS);
  let stopCount: (() => void) | undefined;
  const timer = window.setTimeout(() => {
    const counting = new QueryObserver(queryClient, unreadQuery);
    // A view may have asked before. The observer tells its subscribers of changes alone, not of the present answer.
    count(counting.getCurrentResult());
    stopCount = counting.subscribe(count);
  }, LATER_MS);
  return () => {
    window.clearTimeout(timer);
    stopRefresh();
    stopCount?.();
  };
}

function count({ data }: { data?: { unread: number } }): void {
  if (data) setBadge('community', data.unread);
}
