// Whether something of the history is in sight, for what asks the server only then.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

const callbacks = new Map<Element, (isSeen: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** Whether the element of the component that calls it is on the screen. One observer serves all of them. */
export function useSight(element: Ref<HTMLElement | undefined>): Readonly<Ref<boolean>> {
  const isSeen = ref(false);
  let watched: HTMLElement | undefined;
  onMounted(() => {
    watched = element.value;
    if (!watched) return;
    observer ??= new IntersectionObserver((entries) => {
      entries.forEach((entry) => callbacks.get(entry.target)?.(entry.isIntersecting));
    });
    callbacks.set(watched, (now) => (isSeen.value = now));
    observer.observe(watched);
  });
  onBeforeUnmount(() => {
    if (!watched) return;
    callbacks.delete(watched);
    observer?.unobserve(watched);
  });
  return isSeen;
}
