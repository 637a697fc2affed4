// How wide an element is. A window may be narrow on a large screen, and the oldest engines know no container
// queries.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';
import { remPx } from './device';

/**
 * True while the element is narrower than so many rem. A hidden element has no width, so the last answer stays;
 * before the first one it is `initially`.
 */
export function useNarrow(element: Ref<HTMLElement | undefined>, rem: number, initially = false): Ref<boolean> {
  const narrow = ref(initially);
  const observer = new ResizeObserver(() => {
    const width = element.value?.clientWidth ?? 0;
    if (width > 0) narrow.value = width < rem * remPx();
  });
  onMounted(() => element.value && observer.observe(element.value));
  onBeforeUnmount(() => observer.disconnect());
  return narrow;
}
