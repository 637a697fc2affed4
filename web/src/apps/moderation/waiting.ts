// How many cases wait, for the console while no section of it is open.
import { QueryObserver } from '@tanstack/vue-query';
import { queryClient } from '@/core/query';
import { refreshOn } from '@/core/refresh-on';
import { waitingQuery } from './queries';
import type { Waiting } from './types';

/** Decisions and reports that come within so long of each other are counted with one request. */
const GATHER_MS = 1000;

/** Tells the number of cases and appeals that wait, and each other one; answers what ends it. */
export function followWaiting(tell: (count: number) => void): () => void {
  const count = ({ data }: { data?: Waiting | undefined }): void => {
    if (data) tell(data.open + data.appealed);
  };
  const stop = refreshOn(['moderation_case_changed'], [waitingQuery.queryKey], { gatherMs: GATHER_MS });
  const observer = new QueryObserver(queryClient, waitingQuery);
  // The observer tells its subscribers of changes alone, not of the present answer.
  count(observer.getCurrentResult());
  const unsubscribe = observer.subscribe(count);
  return () => {
    stop();
    unsubscribe();
  };
}
