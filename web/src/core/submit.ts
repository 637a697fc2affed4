// One way for all forms to send: busy mark, failure kept until the next try, and the wait that a
// rate limit asks for, counted down second by second.
import { computed, onScopeDispose, ref, shallowRef, type ComputedRef, type Ref } from 'vue';
import { asFailure, saysSignedOut, type ApiFailure } from '@/api/failure';
import { failureText } from './failure-text';

export interface Submit {
  busy: Ref<boolean>;
  failure: Ref<ApiFailure | null>;
  /** What to show, empty when all is well. */
  text: ComputedRef<string>;
  /** Seconds until another try makes sense. */
  wait: Ref<number>;
  /** True while the button must not be pressed. */
  blocked: ComputedRef<boolean>;
  /** Runs the action; answers whether it went well. */
  run: (action: () => Promise<void>) => Promise<boolean>;
  clear: () => void;
}

/** State of one form's sending; to be called in `setup`. */
export function useSubmit(): Submit {
  const busy = ref(false);
  const wait = ref(0);
  const failure = shallowRef<ApiFailure | null>(null);
  let timer = 0;

  const stop = (): void => window.clearInterval(timer);
  onScopeDispose(stop);

  const countDown = (seconds: number): void => {
    stop();
    const end = Date.now() + seconds * 1000;
    wait.value = seconds;
    timer = window.setInterval(() => {
      wait.value = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      if (wait.value > 0) return;
      stop();
      failure.value = null;
    }, 500);
  };

  const run = async (action: () => Promise<void>): Promise<boolean> => {
    if (busy.value || wait.value > 0) return false;
    busy.value = true;
    failure.value = null;
    try {
      await action();
      return true;
    } catch (cause) {
      const reason = asFailure(cause);
      // The dialog over an ended session explains that, and the text would outlive the new sign-in.
      if (!saysSignedOut(reason)) failure.value = reason;
      if (reason.status === 429) countDown(reason.retryAfter ?? 5);
      return false;
    } finally {
      busy.value = false;
    }
  };

  return {
    busy,
    failure,
    wait,
    run,
    text: computed(() => (failure.value ? failureText(failure.value, wait.value || undefined) : '')),
    blocked: computed(() => busy.value || wait.value > 0),
    clear: () => {
      if (wait.value === 0) failure.value = null;
    },
  };
}
