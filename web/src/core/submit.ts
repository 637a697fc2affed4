// One way for all forms to send: busy mark, failure kept until the next try or until the server that was not reached is
// back, and the wait that a rate limit asks for, counted down second by second.
import { computed, onScopeDispose, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue';
import { asFailure, isSessionLoss, type ApiFailure } from '@/api/failure';
import { serverOffline } from './connection';
import { failureText } from './failure-text';
import { fieldsInUse } from './idle';

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
  /** Forgets the failure, unless it has a wait that is not over. */
  clear: () => void;
  /** Forgets the failure and its wait: what is sent next is about something else. */
  reset: () => void;
}

export interface SubmitOptions {
  /** Whether the server may let another try in before the wait is over; else the button waits. */
  canRetryEarly?: (failure: ApiFailure) => boolean;
  /** What to say of a rate limit, with the seconds that are left. */
  limitText?: (seconds: number) => string;
}

/** So long what was not sent is told once the server is back: a connection may come back before anybody has read it. */
const TOLD_MS = 5000;

/** The failure of the last try. One to reach the server goes a moment after it was reached again. */
function useFailure(): ShallowRef<ApiFailure | null> {
  const failure = shallowRef<ApiFailure | null>(null);
  let timer = 0;
  onScopeDispose(() => window.clearTimeout(timer));
  watch(serverOffline, (isAway) => {
    window.clearTimeout(timer);
    const told = failure.value;
    if (isAway || told?.status !== 0) return;
    timer = window.setTimeout(() => {
      if (failure.value === told) failure.value = null;
    }, TOLD_MS);
  });
  return failure;
}

/** State of one form's sending; to be called in `setup`. */
export function useSubmit({ canRetryEarly = () => false, limitText }: SubmitOptions = {}): Submit {
  const busy = ref(false);
  const wait = ref(0);
  const failure = useFailure();
  let timer = 0;

  const held = computed(() => wait.value > 0 && !!failure.value && !canRetryEarly(failure.value));

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

  const reset = (): void => {
    stop();
    wait.value = 0;
    failure.value = null;
  };

  const text = computed(() => {
    if (!failure.value) return '';
    if (failure.value.status === 429 && wait.value > 0 && limitText) return limitText(wait.value);
    return failureText(failure.value, wait.value || undefined);
  });

  const run = async (action: () => Promise<void>): Promise<boolean> => {
    if (busy.value || held.value) return false;
    busy.value = true;
    reset();
    const sent = fieldsInUse();
    try {
      await action();
      sent();
      return true;
    } catch (cause) {
      const reason = asFailure(cause);
      // The dialog over an ended session explains that, and the text would outlive the new sign-in.
      if (!isSessionLoss(reason)) failure.value = reason;
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
    reset,
    text,
    blocked: computed(() => busy.value || held.value),
    clear: () => {
      if (wait.value === 0) failure.value = null;
    },
  };
}
