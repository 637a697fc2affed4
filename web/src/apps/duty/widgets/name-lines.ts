// How many turns fit into the card of today, and how many lines each has for its names.
import { onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue';

/** Heights of the same unit. */
export interface Heights {
  /** Of the whole list. */
  room: number;
  /** The least of a row, which takes a finger. */
  least: number;
  /** The line that says which roster it is. */
  head: number;
  /** A line of names. */
  line: number;
}

/** As many turns as fit with one line each, of `turns`; what is left over is lines of names. */
export function shareOf({ room, least, head, line }: Heights, turns: number): { rows: number; lines: number } {
  // Fractions of a pixel add up over the rows.
  const whole = room + 1;
  const fitting = Math.max(1, Math.floor(whole / Math.max(least, head + line)));
  const each = whole / Math.max(1, Math.min(fitting, turns));
  return { rows: fitting, lines: Math.max(1, Math.floor((each - head) / line)) };
}

const px = (text: string): number => Number.parseFloat(text) || 0;

/** What the first row of a list says of all; undefined before there is one. */
function heightsOf(list: HTMLElement): Heights | undefined {
  const row = list.firstElementChild;
  const [head, names] = [row?.querySelector('.roster'), row?.querySelector('.names')];
  if (!row || !head || !names) return undefined;
  const [headRect, listRect] = [head.getBoundingClientRect(), list.getBoundingClientRect()];
  const headPx = px(getComputedStyle(head).lineHeight);
  if (headPx === 0 || headRect.height === 0) return undefined;
  // What a card holds is zoomed on a large screen, which styles do not say.
  const zoom = headRect.height / headPx;
  return {
    room: listRect.height,
    head: headRect.height,
    least: px(getComputedStyle(row).minHeight) * zoom,
    line: px(getComputedStyle(names).lineHeight) * zoom,
  };
}

/** Follows the height of the list; until it is measured everything fits, with one line each. */
export function useNameLines(
  list: Ref<HTMLElement | undefined>,
  turns: Ref<number>,
): { rows: Ref<number>; lines: Ref<number> } {
  const rows = ref(Number.POSITIVE_INFINITY);
  const lines = ref(1);
  const measure = (): void => {
    const heights = list.value && heightsOf(list.value);
    if (!heights) return;
    const share = shareOf(heights, turns.value);
    rows.value = share.rows;
    lines.value = share.lines;
  };
  const observer = new ResizeObserver(measure);
  const follow = (element: HTMLElement | undefined): void => {
    observer.disconnect();
    if (element) observer.observe(element);
    measure();
  };
  onMounted(() => follow(list.value));
  watch(list, follow);
  watch(turns, measure, { flush: 'post' });
  onBeforeUnmount(() => observer.disconnect());
  return { rows, lines };
}
