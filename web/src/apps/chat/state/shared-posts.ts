// Posts of the community that messages pass on. A message has only the number of its post; what the card shows is read
// with the rights of whoever looks, and follows what happens to the post. Many cards may stand in one history: those in
// sight ask, a few at a time, and the same post once.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { asFailure } from '@/api/failure';
import { queryClient } from '@/core/query';
import { subscribe } from '@/core/live';
import { onUnresumed } from '@/core/live/on-gap';
import { readSharedPost } from '../api';
import type { SharedPost } from '../types';

const KEY = ['chat', 'shared-post'];
/** A member has sixty requests a minute for everything. */
const MOST_AT_ONCE = 3;
/** A post that is voted on or changed in bursts is read once for so long. */
const GATHER_MS = 2000;

let asking = 0;
const inLine: (() => void)[] = [];
const changed = new Set<number>();
let timer = 0;

/** The post, or null where there is none for the member; asked for while `isSeen`. */
export function useSharedPost(id: Ref<number>, isSeen: Ref<boolean>): UseQueryReturnType<SharedPost | null, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, id.value]),
    queryFn: ({ queryKey, signal }) => read(queryKey[2] as number, signal),
    enabled: isSeen,
    // Every change is told.
    staleTime: Infinity,
  });
}

/** Follows what happens to posts; answers what ends it. */
export function followSharedPosts(): () => void {
  const stops = [
    subscribe('community_event', ({ action, post_id: id }) => {
      if (action === 'post_created' || action === 'post_changed' || action === 'post_removed') rereadSoon(id);
    }),
    onUnresumed(() => void queryClient.invalidateQueries({ queryKey: KEY })),
  ];
  return () => {
    window.clearTimeout(timer);
    changed.clear();
    stops.forEach((stop) => stop());
  };
}

function rereadSoon(id: number): void {
  if (queryClient.getQueryState([...KEY, id]) === undefined) return;
  if (changed.size === 0) timer = window.setTimeout(reread, GATHER_MS);
  changed.add(id);
}

/** Those in sight are read now, others when they come into sight. */
function reread(): void {
  const ids = [...changed];
  changed.clear();
  for (const id of ids) void queryClient.invalidateQueries({ queryKey: [...KEY, id] });
}

async function read(id: number, signal: AbortSignal): Promise<SharedPost | null> {
  if (asking >= MOST_AT_ONCE) await new Promise<void>((next) => inLine.push(next));
  else asking += 1;
  try {
    // Scrolled past while it waited: nobody takes an answer.
    if (signal.aborted) return null;
    return await readSharedPost(id, signal);
  } catch (cause) {
    // Deleted, or not for the member: an answer like any other, so that it is not asked for again and again.
    if (asFailure(cause).status === 404) return null;
    throw cause;
  } finally {
    const next = inLine.shift();
    if (next) next();
    else asking -= 1;
  }
}
