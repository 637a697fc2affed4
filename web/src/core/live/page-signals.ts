// What the page itself tells the live connection: it is out of sight or looked at again, its machine
// slept, its network came back, the server answers again.
import { watch } from 'vue';
import { serverOffline } from '../connection';

/** A tab out of sight for so long needs no news: it reads them when it is looked at again. */
const HIDDEN_MS = 10 * 60_000;
/** A clock that jumps by more than this between two ticks belongs to a machine that slept. */
const TICK_MS = 10_000;
const SLEPT_MS = 30_000;

export type PageSignal = 'connectNow' | 'hidden' | 'woke' | 'retry';

/** Calls `onSignal` until the returned function is called. */
export function watchPage(onSignal: (signal: PageSignal) => void): () => void {
  const stops = [watchSight(onSignal), watchSleep(onSignal), watchNetwork(onSignal)];
  return () => stops.forEach((stop) => stop());
}

function watchSight(onSignal: (signal: PageSignal) => void): () => void {
  let timer = 0;
  const onHiddenLong = (): void => {
    if (document.hidden) onSignal('hidden');
  };
  const onChange = (): void => {
    window.clearTimeout(timer);
    if (document.hidden) timer = window.setTimeout(onHiddenLong, HIDDEN_MS);
    else onSignal('connectNow');
  };
  document.addEventListener('visibilitychange', onChange);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}

/** After a sleep, the other side has long hung up while this one still waits. */
function watchSleep(onSignal: (signal: PageSignal) => void): () => void {
  let lastTick = Date.now();
  const onTick = (): void => {
    const now = Date.now();
    if (now - lastTick > SLEPT_MS && !document.hidden) onSignal('woke');
    lastTick = now;
  };
  const ticking = window.setInterval(onTick, TICK_MS);
  return () => window.clearInterval(ticking);
}

function watchNetwork(onSignal: (signal: PageSignal) => void): () => void {
  const onOnline = (): void => onSignal('connectNow');
  const stop = watch(serverOffline, (offline) => {
    if (!offline) onSignal('retry');
  });
  window.addEventListener('online', onOnline);
  return () => {
    stop();
    window.removeEventListener('online', onOnline);
  };
}
