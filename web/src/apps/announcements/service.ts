// What the app does while its window is closed: it keeps the badge, and follows what is published. The notifications
// tell the island. Started by the desktop, ended with it.
import { QueryObserver } from '@tanstack/vue-query';
import { setBadge } from '@/core/badges';
import { subscribe } from '@/core/live';
import { onUnresumed } from '@/core/live/on-gap';
import { queryClient } from '@/core/query';
import { unreadQuery } from './queries';
import { refresh } from './reading';

/** Starts; answers what ends it. */
export default function start(): () => void {
  const counting = new QueryObserver(queryClient, unreadQuery);
  // A widget may have asked before. The observer tells its subscribers of changes alone, not of the present answer.
  count(counting.getCurrentResult());
  const stops = [
    counting.subscribe(count),
    subscribe('announcement_published', refresh),
    subscribe('announcement_updated', refresh),
    subscribe('announcement_removed', refresh),
    onUnresumed(refresh),
  ];
  return () => stops.forEach((stop) => stop());
}

function count({ data }: { data: number | undefined }): void {
  if (data !== undefined) setBadge('announcements', data);
}
