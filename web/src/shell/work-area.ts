// Measures what bar and dock leave over: windows live there, messages stand above the dock.
import { computed, onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue';
import { viewport } from '@/core/device';
import * as store from './windows/store';

/** Keeps the work area up to date; `ready` is called once it is known. */
export function useWorkArea(
  main: Ref<HTMLElement | undefined>,
  dock: Ref<HTMLElement | undefined>,
  ready: () => void,
): void {
  const dockHeight = ref(0);
  const measure = (): void => {
    if (!main.value || !dock.value) return;
    const area = main.value.getBoundingClientRect();
    const dockTop = dock.value.getBoundingClientRect().top;
    const bottom = Math.min(area.bottom, dockTop) - 4;
    store.workArea.value = {
      x: area.left,
      y: area.top,
      width: area.width,
      height: Math.max(0, bottom - area.top),
    };
    dockHeight.value = window.innerHeight - dockTop;
  };
  const observer = new ResizeObserver(measure);
  const style = document.documentElement.style;

  onMounted(() => {
    measure();
    ready();
    if (main.value) observer.observe(main.value);
    if (dock.value) observer.observe(dock.value);
  });
  onBeforeUnmount(() => {
    observer.disconnect();
    style.removeProperty('--svc-toast-bottom');
  });
  watch(viewport, measure, { flush: 'post' });

  // Messages stand above the dock, or above the action row of a sheet.
  const covered = computed(() => store.frontCover.value !== '');
  watch(
    [covered, dockHeight],
    ([cover, height]) => {
      style.setProperty('--svc-dock-height', `${height}px`);
      style.setProperty('--svc-toast-bottom', cover ? '4.5rem' : `${height}px`);
    },
    { immediate: true },
  );
}
