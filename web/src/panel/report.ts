// Tells the server what the panel shows: soon after it has changed, and from time to time.
import { tellState } from '@/api/panel';
import type { PanelState } from './types';

/** Not sooner after the one before. */
export const APART_MS = 5000;
/** A state that nothing changes is told again after this time. */
export const AGAIN_MS = 5 * 60_000;

/** Answers what is called every second with the present state. */
export function stateReporter(): (state: PanelState, now: number) => void {
  let told = '';
  let toldAt = Number.NEGATIVE_INFINITY;
  let isBusy = false;
  return (state, now) => {
    const text = JSON.stringify(state);
    const since = now - toldAt;
    if (isBusy || since < APART_MS || (text === told && since < AGAIN_MS)) return;
    isBusy = true;
    toldAt = now;
    tellState(state)
      .then(
        () => void (told = text),
        // The next second but a few tries again.
        () => void (told = ''),
      )
      .finally(() => (isBusy = false));
  };
}
