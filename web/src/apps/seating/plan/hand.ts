// Whoever is in hand in the editor, and what taps and drops make of it.
import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import type { Person } from '../types';
import { nameOf } from '../words';
import type { Editing } from './editing';
import { t } from './i18n';
import { blockToggled, cellAt, emptied, seated, swapped, type Place } from './model';
import type { Tool } from './tool';

interface Hand {
  number: string;
  /** Where they sit; undefined for whoever has no seat. */
  place?: Place;
}

interface Using {
  tool: Ref<Tool>;
  hand: ShallowRef<Hand | undefined>;
  hint: ComputedRef<string>;
  /** A tap on a seat. */
  tap: (place: Place) => void;
  /** A tap on somebody without a seat. */
  choose: (number: string) => void;
  /** Whoever is in hand has no seat any more. */
  putBack: () => void;
  /** Something was dragged: `s:ROW:COLUMN` is a seat, `p:NUMBER` somebody without one, `tray` where those are. */
  drop: (key: string, onto: string) => void;
}

/** The seat of a `data-cell`. */
function seatOf(key: string): Place | undefined {
  const match = /^s:(\d+):(\d+)$/.exec(key);
  return match ? { row: Number(match[1]), column: Number(match[2]) } : undefined;
}

export function useHand({ history, pinned, push, pin }: Editing, people: Readonly<Ref<readonly Person[]>>): Using {
  const tool = ref<Tool>('swap');
  const hand = shallowRef<Hand>();
  const draft = history.state;
  // A step back may have moved whoever was in hand.
  watch([draft, tool], () => (hand.value = undefined), { flush: 'sync' });

  const hint = computed(() => {
    if (tool.value === 'pin') return t('hint.pin', { n: pinned.value.size });
    if (tool.value === 'block') return t('hint.block');
    const person = people.value.find(({ number }) => number === hand.value?.number);
    return person ? t('hint.swap_chosen', { name: nameOf(person) }) : t('hint.swap');
  });

  function tap(place: Place): void {
    const { number } = cellAt(draft.value, place);
    if (tool.value === 'block') return push(blockToggled(draft.value, place));
    if (tool.value === 'pin') {
      if (number) pin(number);
      return;
    }
    const held = hand.value;
    if (!held) hand.value = number ? { number, place } : undefined;
    else if (held.number === number) hand.value = undefined;
    else push(held.place ? swapped(draft.value, held.place, place) : seated(draft.value, held.number, place));
  }

  function choose(number: string): void {
    const held = hand.value;
    tool.value = 'swap';
    // Somebody with a seat is in hand: the other one takes it.
    if (held?.place) push(seated(draft.value, number, held.place));
    else hand.value = held?.number === number ? undefined : { number };
  }

  function putBack(): void {
    if (hand.value?.place) push(emptied(draft.value, hand.value.place));
  }

  function drop(key: string, onto: string): void {
    const [from, to] = [seatOf(key), seatOf(onto)];
    const waiting = key.startsWith('p:') ? key.slice(2) : undefined;
    if (from && to) push(swapped(draft.value, from, to));
    else if (from && onto.startsWith('p:')) push(seated(draft.value, onto.slice(2), from));
    else if (from) push(emptied(draft.value, from));
    else if (waiting && to) push(seated(draft.value, waiting, to));
  }

  return { tool, hand, hint, tap, choose, putBack, drop };
}
