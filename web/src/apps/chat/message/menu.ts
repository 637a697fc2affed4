// Which message of the history has its menu open.
import { computed, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import type { Message } from '../types';
import { useLongPress } from './long-press';

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
  useLongPress(frame, (seq, bubble) => {
    const pressed = messages().find((message) => message.seq === seq);
    if (pressed && !pressed.recalled) openMenu(pressed.id, bubble);
  });
  return { menu, chosen, openMenu };
}
