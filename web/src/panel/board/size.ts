// How large an element is.
import { onBeforeUnmount, ref, watch, type Ref } from 'vue';

interface Size {
  width: number;
  height: number;
}

/**
 * Follows the room inside an element, in px; without one, or where it is not shown, the last size stays. At first it is
 * that of a usual screen.
 */
export function useSize(element: Ref<HTMLElement | undefined>): Ref<Size> {
  const size = ref({ width: 1920, height: 1080 });
  const observer = new ResizeObserver((entries) => {
    for (const { contentRect } of entries) if (contentRect.height) size.value = contentRect;
  });
  watch(element, (now) => {
    observer.disconnect();
    if (now) observer.observe(now);
  });
  onBeforeUnmount(() => observer.disconnect());
  return size;
}
