// Is the server there, and is it still the one that this page came from? One heartbeat a minute
// while all is well, quick retries with back-off while it is offline.
import { ref } from 'vue';
import { api, onFailure, onReached, send } from '@/api/client';
import { ForcedUpdates } from './forced-updates';
import { queryClient } from './query';
import { setTimeOffset } from './time';

/** True while the server does not answer. */
export const serverOffline = ref(false);
/** True once the server runs another build of these pages. */
export const newVersion = ref(false);
/** How far the device's clock is off, in ms; 0 while it is close enough. */
export const clockSkew = ref(0);
/** The forced update that this page has to obey; empty while there is none. */
export const forcedUpdate = ref('');

/** The time between two pings while all is well. */
const IDLE_MS = 60_000;
/** Pings are spread by this part of their time, to both sides. */
const SPREAD = 0.15;
/** A ping comes within so many seconds while all is well. */
export const PING_WITHIN_S = Math.ceil((IDLE_MS * (1 + SPREAD)) / 1000);
/** And within this time after the server has called for one. */
const CALLED_MS = 15_000;
const FIRST_RETRY_MS = 3_000;
const LAST_RETRY_MS = 30_000;

/** Slow networks and lazy clocks are no news. */
const SKEW_MS = 5 * 60_000;

let timer = 0;
let retryMs = FIRST_RETRY_MS;
let build: string | null = null;
const orders = new ForcedUpdates();

/** Starts the heartbeat; called once by main. */
export function startConnection(): void {
  onFailure((failure) => {
    if (failure.status === 0 && !serverOffline.value) onOffline();
  });
  onReached(() => {
    if (serverOffline.value) onOnline();
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && serverOffline.value) void pingServer();
  });
  schedule(IDLE_MS / 4);
}

/** Asks the server now; the banner's button calls it. */
export async function pingServer(): Promise<void> {
  const age = performance.now();
  try {
    const heartbeat = await send(api.GET('/api/system/heartbeat'));
    followClock(heartbeat.timestamp);
    build ??= heartbeat.buildHash;
    newVersion.value = heartbeat.buildHash !== build;
    forcedUpdate.value = orders.hear(heartbeat, age);
    schedule(IDLE_MS);
  } catch {
    if (serverOffline.value) {
      retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
      schedule(retryMs);
    } else {
      schedule(IDLE_MS);
    }
  }
}

/** Tells that this page came from an older build than the server has now. */
export function pageIsOld(): void {
  // The build of no heartbeat, so that the next ones say the same.
  build = '';
  newVersion.value = true;
}

/** Asks the server soon, not all desktops at once. */
export function pingServerSoon(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(() => void pingServer(), Math.random() * CALLED_MS);
}

function followClock(serverMs: number): void {
  const skew = serverMs - Date.now();
  clockSkew.value = Math.abs(skew) > SKEW_MS ? skew : 0;
  setTimeOffset(clockSkew.value);
}

function onOffline(): void {
  serverOffline.value = true;
  retryMs = FIRST_RETRY_MS;
  schedule(retryMs);
}

function onOnline(): void {
  serverOffline.value = false;
  // What failed while the server was offline is asked again, the rest stays.
  void queryClient.refetchQueries({ predicate: (query) => query.state.status === 'error' });
  schedule(IDLE_MS);
}

function schedule(ms: number): void {
  window.clearTimeout(timer);
  // Spread out: a whole school must not knock in the same second after a restart.
  timer = window.setTimeout(() => void pingServer(), ms * (1 - SPREAD + Math.random() * 2 * SPREAD));
}
