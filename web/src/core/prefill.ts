// What a form is to begin with when it is opened from elsewhere, such as from the palette. It is kept in memory and
// taken once.
import { shallowReactive, watch } from 'vue';
import { user } from './session';

const waiting = shallowReactive(new Map<string, unknown>());

// Whoever signs in next must not find it.
watch(
  () => user.value?.user_id,
  () => waiting.clear(),
  { flush: 'sync' },
);

/** Lays something ready for a form; the caller opens the form. */
export function prefill(form: string, value: unknown): void {
  waiting.set(form, value);
}

/** Calls `take` with what is ready for a form, now and whenever something is; for use in `setup`. */
export function usePrefill<T>(form: string, take: (value: T) => void): void {
  watch(
    () => waiting.get(form) as T | undefined,
    (value) => {
      if (value === undefined) return;
      waiting.delete(form);
      take(value);
    },
    { immediate: true },
  );
}
