// How many steps have room in the widget, and whether there is room for a hint below each.
import { onBeforeUnmount, ref, watch, type Ref } from 'vue';

export interface Room {
  places: number;
  isRoomy: boolean;
}

/** A step of that many least heights has room for its hint in two lines. */
const ROOMY = 1.5;

/** Follows the size of the list; its places are as high as its first one may be at least. */
export function useRoom(list: Ref<HTMLElement | undefined>): Ref<Room> {
  const room = ref<Room>({ places: Infinity, isRoomy: false });
  const measure = (): void => {
    const element = list.value;
    const first = element?.firstElementChild as HTMLElement | null | undefined;
    if (!element || !first) return;
    const least = parseFloat(getComputedStyle(first).minHeight) || first.offsetHeight;
    if (!least || !first.offsetWidth) return;
    const columns = Math.max(1, Math.round(element.clientWidth / first.offsetWidth));
    const rows = Math.max(1, Math.floor((element.clientHeight + 1) / least));
    const places = rows * columns;
    room.value = {
      places,
      isRoomy: element.clientHeight / Math.ceil(element.childElementCount / columns) >= least * ROOMY,
    };
  };
  const observer = new ResizeObserver(measure);
  watch(
    list,
    (element) => {
      observer.disconnect();
      if (element) observer.observe(element);
      measure();
    },
    { flush: 'post' },
  );
  onBeforeUnmount(() => observer.disconnect());
  return room;
}
