// The one live connection of the desktop: everything that the server pushes comes through here.
//   const stop = subscribe('lock_screen_changed', (frame) => …);
// What apps publish among themselves is heard by `subscribeApp('my-app.updated', …)`.
// The connection itself is a chunk of its own, opened once a member's desktop is idle.
import { ref, watch } from 'vue';
import { serverOffline } from '../connection';
import { phase, sessionEventSeq, user } from '../session';
import { disconnected, type ClientFrame } from './bus';
import type { LiveConnection } from './live-connection';

export { subscribe, subscribeApp, type Frame, type FrameType } from './bus';

/**
 * `live` over the socket, `polling` over HTTP, `waiting` between two tries, `paused` while the tab
 * has been out of sight for long, `off` while nobody is signed in.
 */
export type LiveState = 'off' | 'connecting' | 'live' | 'polling' | 'waiting' | 'paused';

export const liveState = ref<LiveState>('off');

/** The first picture needs its requests for itself. */
const IDLE_MS = 3000;

let connection: LiveConnection | undefined;
let timer = 0;
/** When the session of the member was answered. */
let sessionAt = 0;

/** Connects while a member is signed in; called once by main. */
export function startLive(): void {
  // An expired session keeps the desktop; the connection goes down with it and comes back with a new one.
  watch(
    () => (phase.value === 'member' ? user.value?.user_id : undefined),
    (id) => {
      window.clearTimeout(timer);
      connection?.close();
      connection = undefined;
      disconnected();
      liveState.value = id ? 'connecting' : 'off';
      sessionAt = Date.now();
      if (id) timer = window.setTimeout(() => void connect(id), IDLE_MS);
    },
    { immediate: true },
  );
}

/** Sends a frame that needs no answer, such as typing; answers false while nothing carries it. */
export function send(frame: ClientFrame): boolean {
  return connection?.send(frame) ?? false;
}

/** Connects, or tries again, at once; for whoever cannot wait for an idle desktop. */
export function connectNow(): void {
  const id = phase.value === 'member' && user.value?.user_id;
  if (connection) connection.connectNow();
  else if (id) void connect(id);
}

async function connect(id: string): Promise<void> {
  window.clearTimeout(timer);
  // Code that an engine could not fetch is lost to the page, so a server that is offline is not asked.
  const code = serverOffline.value ? undefined : await import('./live-connection').catch(() => undefined);
  // Whoever signed out meanwhile is neither connected nor tried again.
  if (phase.value !== 'member' || user.value?.user_id !== id || connection) return;
  if (!code) {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void connect(id), IDLE_MS);
    return;
  }
  connection = code.openLiveConnection(id, { seq: sessionEventSeq, at: sessionAt }, (state) => {
    liveState.value = state;
    if (state !== 'live' && state !== 'polling') disconnected();
  });
}
