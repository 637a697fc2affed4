// Whether something is worth updating: on screen, on the current page, in a visible tab. Widgets ask
// with `useWidgetActive()` before they poll or animate.
import { computed, inject, onBeforeUnmount, onMounted, provide, ref, type InjectionKey, type Ref } from 'vue';

const KEY: InjectionKey<Readonly<Ref<boolean>>> = Symbol('widget-active');

/** False while the tab is in the background. */
export const tabVisible = ref(!document.hidden);
document.addEventListener('visibilitychange', () => {
  tabVisible.value = !document.hidden;
});

/** True while the widget that calls it can be seen; always true outside of a widget host. */
export function useWidgetActive(): Readonly<Ref<boolean>> {
  return inject(KEY, ref(true));
}

/** Called by the host: watches its element and tells the widget inside. */
export function provideActive(element: Ref<HTMLElement | undefined>, awake: () => boolean): Readonly<Ref<boolean>> {
  const onScreen = ref(true);
  const active = computed(() => awake() && onScreen.value && tabVisible.value);
  let watched: HTMLElement | undefined;
  onMounted(() => {
    watched = element.value;
    if (watched) watchElement(watched, (now) => (onScreen.value = now));
  });
  onBeforeUnmount(() => {
    if (watched) unwatchElement(watched);
  });
  provide(KEY, active);
  return active;
}

const callbacks = new Map<Element, (visible: boolean) => void>();
let observer: IntersectionObserver | undefined;

// One observer serves all widgets.
function watchElement(element: Element, callback: (visible: boolean) => void): void {
  observer ??= new IntersectionObserver((entries) => {
    entries.forEach((entry) => callbacks.get(entry.target)?.(entry.isIntersecting));
  });
  callbacks.set(element, callback);
  observer.observe(element);
}

function unwatchElement(element: Element): void {
  callbacks.delete(element);
  observer?.unobserve(element);
}
