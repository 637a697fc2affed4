// What can wait until a list stands still: a row that flies past needs its words, not its buttons.
import { onBeforeUnmount, readonly, ref, type Ref } from 'vue';

const REST_MS = 120;

const waiting = new Set<Ref<boolean>>();
let lastMove = -Infinity;
let timer = 0;

/** A list moves; to be called with each move. */
export function moves(): void {
  lastMove = performance.now();
  timer ||= window.setTimeout(look, REST_MS);
}

function look(): void {
  const left = lastMove + REST_MS - performance.now();
  timer = left > 0 ? window.setTimeout(look, left) : 0;
  if (timer !== 0) return;
  waiting.forEach((rested) => (rested.value = true));
  waiting.clear();
}

/** Becomes true once no list moves, for a row that is being made, and stays so. */
export function useRest(): Readonly<Ref<boolean>> {
  const rested = ref(timer === 0);
  if (!rested.value) {
    waiting.add(rested);
    onBeforeUnmount(() => waiting.delete(rested));
  }
  return readonly(rested);
}
