// How many rows of a list fit whole into its height: a widget shows no half of a line.
import { onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue';

/**
 * Follows the element's height; rows are as high as its first child, and never fewer than `least`. Until it is measured,
 * everything fits.
 */
export function useWholeRows(list: Ref<HTMLElement | undefined>, least = 1): Ref<number> {
  const fitting = ref(Number.POSITIVE_INFINITY);
  const measure = (): void => {
    // Fractions of a pixel add up over the rows. Both are zoomed alike on a large screen.
    const [room, first] = [list.value, list.value?.firstElementChild].map((one) => one?.getBoundingClientRect().height);
    if (first) fitting.value = Math.max(least, Math.floor(((room ?? 0) + 1) / first));
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
