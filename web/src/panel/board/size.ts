// How large an element is.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

interface Size {
  width: number;
  height: number;
}

/** Follows an element that is always there, in px without its border; `initially` until it has a size. */
export function useSize(element: Ref<HTMLElement | undefined>, initially: Size): Ref<Size> {
  const size = ref(initially);
  const measure = (): void => {
    const { clientWidth: width, clientHeight: height } = element.value ?? { clientWidth: 0, clientHeight: 0 };
    if (width && height) size.value = { width, height };
  };
  const observer = new ResizeObserver(measure);
  onMounted(() => {
    if (element.value) observer.observe(element.value);
    measure();
  });
  onBeforeUnmount(() => observer.disconnect());
  return size;
}
