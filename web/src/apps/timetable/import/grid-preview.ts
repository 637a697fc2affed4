// What a mapping makes of the cells, asked for anew a moment after the last edit.
import { onScopeDispose, ref, shallowRef, watch, type Ref } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import { readGrid } from './calls';
import type { GridMapping, ReadGrid } from './types';

/** Steppers and time fields change several times a second. */
const PAUSE_MS = 400;

export interface GridPreview {
  /** The last answer, also while the next one is on its way. */
  answer: Ref<ReadGrid | null>;
  busy: Ref<boolean>;
  failure: Ref<ApiFailure | null>;
  /** Asks at once, as after a failure. */
  ask: () => void;
}

/** Asks whenever the cells or the mapping change; an answer that is overtaken is dropped. */
export function useGridPreview(
  cells: Readonly<Ref<string[][]>>,
  mapping: Readonly<Ref<GridMapping | null>>,
  first: ReadGrid,
): GridPreview {
  const answer = shallowRef<ReadGrid | null>(first);
  const busy = ref(false);
  const failure = shallowRef<ApiFailure | null>(null);
  let timer = 0;
  let under: AbortController | undefined;

  const stop = (): void => {
    window.clearTimeout(timer);
    under?.abort();
    under = undefined;
  };

  const ask = async (): Promise<void> => {
    stop();
    if (!mapping.value) return;
    const mine = new AbortController();
    under = mine;
    busy.value = true;
    try {
      const read = await readGrid(cells.value, mapping.value, mine.signal);
      if (under !== mine) return;
      [answer.value, failure.value, busy.value] = [read, null, false];
    } catch (cause) {
      if (under !== mine) return;
      [failure.value, busy.value] = [asFailure(cause), false];
    }
  };

  watch([cells, mapping], () => {
    stop();
    busy.value = true;
    timer = window.setTimeout(() => void ask(), PAUSE_MS);
  });
  onScopeDispose(stop);
  return { answer, busy, failure, ask: () => void ask() };
}
