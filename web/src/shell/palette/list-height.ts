// The height that a list in a dialog may have: as much as is there, above the on-screen keyboard and what stands below
// the list in the dialog. A share of the screen's height would be too little on a low panel, and end behind the
// keyboard of a phone, which makes the visual viewport smaller and nothing else.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';
import { remPx } from '@/core/device';

/** The distance to the edge, in rem. */
const MARGIN = 1;
/** With less than this the dialog scrolls as a whole, in rem. */
const LEAST = 8;

/** The most that a list may have, in px; measured anew when the dialog or the screen changes. */
export function useListHeight(list: Ref<HTMLElement | undefined>): Ref<number | undefined> {
  const height = ref<number>();
  // Absent in Firefox 68; its keyboard makes the window itself smaller.
  const screen = window.visualViewport as VisualViewport | null | undefined;

  function measure(): void {
    const dialog = list.value?.closest('[role=dialog]');
    if (!list.value || !dialog) return;
    const { top, bottom } = list.value.getBoundingClientRect();
    // A list that is not shown has no place.
    if (top === 0 && bottom === 0) return;
    const below = dialog.getBoundingClientRect().bottom - bottom;
    const end = screen ? screen.offsetTop + screen.height : window.innerHeight;
    height.value = Math.max(LEAST * remPx(), Math.floor(end - top - below - MARGIN * remPx()));
  }

  // What comes above or below the list makes the dialog higher.
  const observer = new ResizeObserver(measure);
  onMounted(() => {
    const dialog = list.value?.closest('[role=dialog]');
    [list.value, dialog].forEach((element) => element && observer.observe(element));
    (screen ?? window).addEventListener('resize', measure);
  });
  onBeforeUnmount(() => {
    observer.disconnect();
    (screen ?? window).removeEventListener('resize', measure);
  });
  return height;
}
