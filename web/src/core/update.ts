// When the server insists on new pages: the reload waits for a calm moment, never while someone
// types, drags or plays, and never while a layout is not saved yet.
import { watch } from 'vue';
import { mustUpdate } from './connection';
import { idleMs, isTyping } from './idle';
import { unsaved } from './layout/store';
import { oncePer } from './storage';

const IDLE_MS = 60_000;
const LOOK_MS = 10_000;

interface Moment {
  hidden: boolean;
  idle: number;
  typing: boolean;
  unsaved: boolean;
}

/** Whether a reload now would disturb nobody. */
export function isCalm({ hidden, idle, typing, unsaved: dirty }: Moment): boolean {
  if (typing || dirty) return false;
  return hidden || idle >= IDLE_MS;
}

/** Reloads at the next calm moment once the server asks for it; called once by the root. */
export function followForcedUpdate(reload: () => void = () => location.reload()): void {
  let timer = 0;
  const look = (): void => {
    const moment = { hidden: document.hidden, idle: idleMs(), typing: isTyping(), unsaved: unsaved.value };
    if (!isCalm(moment) || !oncePer(5 * 60_000, 'forced-reload')) return;
    window.clearInterval(timer);
    reload();
  };
  watch(mustUpdate, (must) => {
    window.clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    if (!must) return;
    timer = window.setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
  });
}
