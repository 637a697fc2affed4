// How many steps have room in the widget, and whether there is room for a hint below each.
import { onBeforeUnmount, ref, watch, type Ref } from 'vue';

export interface Capacity {
  steps: number;
  hasHints: boolean;
}

/** A step of that many least heights has room for its hint in two lines. */
const WITH_HINT = 1.5;

/** Follows the size of the list; its steps are as high as its first one may be at least. */
export function useCapacity(list: Ref<HTMLElement | undefined>): Ref<Capacity> {
  const capacity = ref<Capacity>({ steps: Infinity, hasHints: false });
  const measure = (): void => {
    const element = list.value;
    const first = element?.firstElementChild as HTMLElement | null | undefined;
    if (!element || !first) return;
    const least = parseFloat(getComputedStyle(first).minHeight) || first.offsetHeight;
    if (!least || !first.offsetWidth) return;
    const columns = Math.max(1, Math.round(element.clientWidth / first.offsetWidth));
    const rows = Math.max(1, Math.floor((element.clientHeight + 1) / least));
    const steps = rows * columns;
    capacity.value = {
      steps,
      hasHints: element.clientHeight / Math.ceil(element.childElementCount / columns) >= least * WITH_HINT,
    };
  };
  const observer = new ResizeObserver(measure);
  watch(
    list,
    (element) => {
      observer.disconnect();
      if (element) observer.observe(element);
      measure();
    },
    { flush: 'post' },
  );
  onBeforeUnmount(() => observer.disconnect());
  return capacity;
}
