// What can wait until nothing scrolls: a row that flies past needs its words, not its buttons.
import { readonly, ref, watch, type Ref } from 'vue';
import { isMoving } from '@/core/perf';

/** Becomes true once nothing moves, for a row that is being made, and stays so. */
export function useRested(): Readonly<Ref<boolean>> {
  const rested = ref(!isMoving.value);
  if (!rested.value) {
    const stop = watch(isMoving, () => {
      rested.value = true;
      stop();
    });
  }
  return readonly(rested);
}
