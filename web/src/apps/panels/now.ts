// The server's time, moving on each second: in a picture of a panel, and where it is said how long ago a screen asked.
import { onScopeDispose, readonly, ref, type Ref } from 'vue';
import { serverNow } from '@/core/time';

const now = ref(serverNow());
let users = 0;
let timer = 0;

const tick = (): void => void (now.value = serverNow());

/** Milliseconds since 1970 on the server's clock, each second; one timer serves all callers. */
export function useSecond(): Readonly<Ref<number>> {
  if (users++ === 0) {
    tick();
    timer = window.setInterval(tick, 1000);
  }
  onScopeDispose(() => {
    if (--users === 0) window.clearInterval(timer);
  });
  return readonly(now);
}
