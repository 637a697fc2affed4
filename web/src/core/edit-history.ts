// Undo and redo of what is edited: every state is a value that is never changed.
import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue';

const MOST = 100;

export interface History<T> {
  state: Readonly<ShallowRef<T>>;
  canUndo: ComputedRef<boolean>;
  canRedo: ComputedRef<boolean>;
  /**
   * Goes on to a next state. Changes of the same field in a row are one step: `field` names it, and nothing else
   * may come between.
   */
  push: (next: T, field?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Begins anew. */
  reset: (next: T) => void;
}

export function useHistory<T>(first: T): History<T> {
  const state = shallowRef(first);
  const past = shallowRef<readonly T[]>([]);
  const future = shallowRef<readonly T[]>([]);
  let lastField = '';

  const push = (next: T, field = ''): void => {
    if (next === state.value) return;
    if (!field || field !== lastField) past.value = [...past.value, state.value].slice(-MOST);
    lastField = field;
    future.value = [];
    state.value = next;
  };
  const undo = (): void => {
    const before = past.value[past.value.length - 1];
    if (before === undefined) return;
    lastField = '';
    past.value = past.value.slice(0, -1);
    future.value = [state.value, ...future.value];
    state.value = before;
  };
  const redo = (): void => {
    const [next, ...rest] = future.value;
    if (next === undefined) return;
    lastField = '';
    past.value = [...past.value, state.value];
    future.value = rest;
    state.value = next;
  };
  const reset = (next: T): void => {
    [past.value, future.value, lastField] = [[], [], ''];
    state.value = next;
  };
  const canUndo = computed(() => past.value.length > 0);
  const canRedo = computed(() => future.value.length > 0);
  return { state, canUndo, canRedo, push, undo, redo, reset };
}
