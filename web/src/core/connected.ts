// The live connection of the desktop opens once the desktop is calm; whoever waits for events opens it at once.
import { watch } from 'vue';
import { connectNow, liveState } from './live';

/** So long one waits; a desktop that is offline brings what it missed when it is back. */
const WAIT_MS = 5000;

const isUp = (): boolean => liveState.value === 'live' || liveState.value === 'polling';

/** Resolves once events come, or after a while. */
export function whenConnected(): Promise<void> {
  if (isUp()) return Promise.resolve();
  connectNow();
  return new Promise((resolve) => {
    const end = (): void => {
      window.clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = window.setTimeout(end, WAIT_MS);
    const stop = watch(isUp, end);
  });
}
