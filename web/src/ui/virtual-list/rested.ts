// Parts of a row that are drawn only while nothing is scrolled or dragged, such as its buttons.
import { readonly, ref, watch, type Ref } from 'vue';
import { isMoving } from '@/core/perf';

/** For a row that is being made: becomes true once nothing is scrolled or dragged, and stays so. */
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
