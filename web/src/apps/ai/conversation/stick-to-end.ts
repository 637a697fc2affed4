// Keeps a view at its end while its content grows, until the reader scrolls up.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

/** Nearer than this to the end counts as being there. */
const NEAR_PX = 60;

export interface Sticking {
  isAtEnd: Ref<boolean>;
  toEnd: () => void;
  onScroll: () => void;
}

export function useStickToEnd(view: Ref<HTMLElement | undefined>, content: Ref<HTMLElement | undefined>): Sticking {
  const isAtEnd = ref(true);
  let last = 0;

  function toEnd(): void {
    isAtEnd.value = true;
    const { value: element } = view;
    if (!element) return;
    element.scrollTop = element.scrollHeight;
    last = element.scrollTop;
  }

  function onScroll(): void {
    const { value: element } = view;
    if (!element || element.clientHeight === 0) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    // Content that grows moves the end away; only the reader moves up.
    if (scrollHeight - scrollTop - clientHeight < NEAR_PX) isAtEnd.value = true;
    else if (scrollTop < last - 1) isAtEnd.value = false;
    last = scrollTop;
  }

  const observer = new ResizeObserver(() => {
    if (isAtEnd.value) toEnd();
  });
  onMounted(() => {
    if (view.value) observer.observe(view.value);
    if (content.value) observer.observe(content.value);
    toEnd();
  });
  onBeforeUnmount(() => observer.disconnect());

  return { isAtEnd, toEnd, onScroll };
}
