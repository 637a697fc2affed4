// How many rows of a list fit whole into its height: a widget shows no half of a line.
import { onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue';

/** Follows the element's height; rows are as high as its first child. Until it is measured, everything fits. */
export function useWholeRows(list: Ref<HTMLElement | undefined>): Ref<number> {
  const fitting = ref(Number.POSITIVE_INFINITY);
  const measure = (): void => {
    // Not its rectangle: that one would be zoomed on a large screen.
    const first = (list.value?.firstElementChild as HTMLElement | undefined)?.offsetHeight;
    if (list.value && first) fitting.value = Math.max(1, Math.floor((list.value.clientHeight + 1) / first));
  };
  const observer = new ResizeObserver(measure);
  const follow = (element: HTMLElement | undefined): void => {
    observer.disconnect();
    if (element) observer.observe(element);
    measure();
  };
  onMounted(() => follow(list.value));
  watch(list, follow);
  onBeforeUnmount(() => observer.disconnect());
  return fitting;
}
