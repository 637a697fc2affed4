// The feed is mounted a few cards at a time: on a weak device twenty of them take most of a second, in which the window
// would stand empty.
import { onScopeDispose, ref, watch, type Ref } from 'vue';
import { whenIdle } from '@/core/when-idle';

/** As many cards as fill a classroom panel. */
const FIRST = 3;
const STEP = 4;
/** Safari does not tell when it is idle, and somebody waits for the cards. */
const UNTOLD_MS = 50;

/**
 * How many of the cards to mount: the first few at once, further ones below them whenever the browser has nothing else
 * to do, until all are there. Begins anew whenever `list` names another list.
 */
export function useProgressiveCount(total: () => number, list: () => unknown): Ref<number> {
  const count = ref(FIRST);
  let isWaiting = false;
  let isOver = false;

  function grow(): void {
    isWaiting = false;
    if (isOver) return;
    count.value += STEP;
  }
  watch(list, () => (count.value = FIRST));
  watch(
    [count, total],
    () => {
      if (isWaiting || count.value >= total()) return;
      isWaiting = true;
      whenIdle(grow, UNTOLD_MS);
    },
    { immediate: true, flush: 'post' },
  );
  onScopeDispose(() => (isOver = true));
  return count;
}
