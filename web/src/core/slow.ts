// Shows a "loading" state only when something takes noticeably long: a skeleton that flashes for
// 30 ms looks like a fault.
import { onScopeDispose, ref, watch, type Ref } from 'vue';

const NOTICEABLE_MS = 120;

/** True once `busy` has been true for 120 ms. */
export function useSlow(busy: () => boolean): Ref<boolean> {
  const slow = ref(false);
  let timer = 0;
  watch(
    busy,
    (now) => {
      window.clearTimeout(timer);
      slow.value = false;
      if (now) timer = window.setTimeout(() => (slow.value = true), NOTICEABLE_MS);
    },
    { immediate: true },
  );
  onScopeDispose(() => window.clearTimeout(timer));
  return slow;
}
