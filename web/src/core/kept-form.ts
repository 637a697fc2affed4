// What is half written in a form, kept on the device until it is sent or given up: it outlives a reload.
import { onScopeDispose, ref, watch, type Ref } from 'vue';
import { user } from './session';
import { readPersonal, removePersonal, writePersonal } from './storage';

const KEEP_MS = 400;

/** What was kept under a name, if a form was left without an end. */
export function keptForm<T>(name: string): T | null {
  return readPersonal(keyOf(name)) as T | null;
}

/**
 * Keeps what `state` answers whenever that changes, nothing while it answers null. The first of what is
 * returned tells whether the device has it as it is, for `data-kept`; the second forgets it.
 */
export function useKeptForm(name: string, state: () => object | null): { kept: Ref<boolean>; drop: () => void } {
  const kept = ref(false);
  const owner = user.value?.user_id;
  let timer = 0;
  let ended = false;

  const stop = watch(
    () => JSON.stringify(state()),
    () => {
      kept.value = false;
      window.clearTimeout(timer);
      timer = window.setTimeout(keep, KEEP_MS);
    },
  );
  function keep(): void {
    const now = state();
    if (now === null) removePersonal(keyOf(name));
    kept.value = now === null || writePersonal(keyOf(name), now);
  }
  function drop(): void {
    ended = true;
    stop();
    window.clearTimeout(timer);
    removePersonal(keyOf(name));
  }
  keep();
  // Put away without an end, as when the window is closed: it is there again when the form is.
  onScopeDispose(() => {
    window.clearTimeout(timer);
    // A sign-out has wiped the device by now: what is kept after it would greet the next member.
    if (!ended && user.value?.user_id === owner) keep();
  });
  return { kept, drop };
}

function keyOf(name: string): string {
  return `form:${name}`;
}
