// Which message of the history has its menu open.
import { computed, onBeforeUnmount, onMounted, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { onLongPress } from '@/core/long-press';
import type { Message } from '../types';

export interface OpenMenu {
  id: string;
  /** What it stands beside. */
  anchor?: HTMLElement;
}

export interface HistoryMenu {
  menu: ShallowRef<OpenMenu | null>;
  /** The message as it is now, while it is in the history. */
  chosen: ComputedRef<Message | undefined>;
  openMenu: (id: string, anchor?: HTMLElement) => void;
}

/** The menu of a list in `frame`, which a finger that rests on a message opens too. */
export function useMenu(frame: Ref<HTMLElement | undefined>, messages: () => readonly Message[]): HistoryMenu {
  const menu = shallowRef<OpenMenu | null>(null);
  const chosen = computed(() => {
    const { value: open } = menu;
    return open ? messages().find(({ id }) => id === open.id) : undefined;
  });
  const openMenu = (id: string, anchor?: HTMLElement): void => void (menu.value = { id, anchor });
  const openAt = (touched: Element): boolean => {
    const bubble = touched.closest<HTMLElement>('.bubble');
    const row = bubble?.closest<HTMLElement>('[data-seq]');
    const pressed = row && messages().find(({ seq }) => seq === Number(row.dataset.seq));
    if (!bubble || !pressed || pressed.recalled) return false;
    openMenu(pressed.id, bubble);
    return true;
  };
  let stop: (() => void) | undefined;
  onMounted(() => (stop = frame.value && onLongPress(frame.value, openAt)));
  onBeforeUnmount(() => stop?.());
  return { menu, chosen, openMenu };
}
