// The one live connection of the desktop: everything that the server pushes comes through here.
//   const stop = subscribe('lock_screen_changed', (frame) => …);
// What apps publish among themselves is heard by `subscribeApp('my-app.updated', …)`.
// The connection itself is a chunk of its own, opened once a member's desktop has calmed down.
import { ref, watch } from 'vue';
import { serverOffline } from '../connection';
import { phase, user } from '../session';
import { hangUp, type LiveFrame } from './bus';
import type { Line } from './line';

export { subscribe, subscribeApp, type LiveFrame, type LiveHandler } from './bus';

/**
 * `live` over the socket, `polling` over HTTP, `waiting` between two tries, `paused` while the tab
 * has been out of sight for long, `off` while nobody is signed in.
 */
export type LiveState = 'off' | 'connecting' | 'live' | 'polling' | 'waiting' | 'paused';

export const liveState = ref<LiveState>('off');

/** The first picture needs its requests for itself. */
const CALM_MS = 3000;

let line: Line | undefined;
let timer = 0;

/** Connects while a member is signed in; called once by main. */
export function startLive(): void {
  // An expired session keeps the desktop; the line goes down with it and comes back with a new one.
  watch(
    () => (phase.value === 'member' ? user.value?.user_id : undefined),
    (id) => {
      window.clearTimeout(timer);
      line?.close();
      line = undefined;
      hangUp();
      liveState.value = id ? 'connecting' : 'off';
      if (id) timer = window.setTimeout(() => void connect(id), CALM_MS);
    },
    { immediate: true },
  );
}

/** Says something that needs no answer, such as typing; answers false while there is no line. */
export function say(frame: LiveFrame): boolean {
  return line?.say(frame) ?? false;
}

/** Connects, or tries again, at once; for whoever cannot wait for the desktop to calm down. */
export function hurry(): void {
  const id = phase.value === 'member' && user.value?.user_id;
  if (line) line.hurry();
  else if (id) void connect(id);
}

async function connect(id: string): Promise<void> {
  window.clearTimeout(timer);
  // Code that an engine could not fetch is lost to the page, so a server that is away is not asked.
  const code = serverOffline.value ? undefined : await import('./line').catch(() => undefined);
  // Whoever signed out meanwhile is neither connected nor tried again.
  if (phase.value !== 'member' || user.value?.user_id !== id || line) return;
  if (!code) {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void connect(id), CALM_MS);
    return;
  }
  line = code.openLine(id, (state) => {
    liveState.value = state;
    if (state !== 'live' && state !== 'polling') hangUp();
  });
}
