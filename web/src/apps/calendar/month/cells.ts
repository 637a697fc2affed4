// How large the cells of a month are drawn: the height says how many bars have a line, the width which words fit.
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';
import { remPx } from '@/core/device';

/** The line of the number, and a bar with its gap, in rem. */
const HEAD_REM = 2;
const BAR_REM = 1.5;
const DAYS = 7;

/** `lanes` for bars, and the width of a cell in rem; before it is known there is room for everything. */
export function useCells(root: Ref<HTMLElement | undefined>): { lanes: Ref<number>; width: Ref<number> } {
  const [lanes, width] = [ref(2), ref(Infinity)];
  const observer = new ResizeObserver(() => {
    const week = root.value?.querySelector<HTMLElement>('.week');
    if (!week || week.clientHeight === 0) return;
    lanes.value = Math.max(1, Math.floor((week.clientHeight / remPx() - HEAD_REM) / BAR_REM));
    width.value = week.clientWidth / DAYS / remPx();
  });
  onMounted(() => root.value && observer.observe(root.value));
  onBeforeUnmount(() => observer.disconnect());
  return { lanes, width };
}
