// What the server pushes to every desktop: the lock of all screens, broadcasts, apps switched on and off, and the
// call for new pages. Read anew whenever something may have been missed.
import { onScopeDispose, watch } from 'vue';
import { asFailure } from '@/api/failure';
import { pingServerSoon } from '@/core/connection';
import { liveState, subscribe, type LiveState } from '@/core/live';
import { phase } from '@/core/session';
import { followBroadcasts, readBroadcasts } from './broadcasts/follow';
import { appSwitched, forgetSwitches, lockTurned, readApps, readLock } from './switches';

/** Follows the pushes; to be called inside an effect scope, which ends it. */
export function followPushes(): void {
  followBroadcasts();
  const stops = [
    subscribe('lock_screen_changed', (frame) => void lockTurned(frame).catch(ignore)),
    subscribe('market_app_control_changed', appSwitched),
    subscribe('app_update_available', pingServerSoon),
    subscribe('reset', () => void readAll()),
    // A connection that was down may have missed something: nothing is told twice.
    watch(liveState, (now) => isUp(now) && void readAll()),
    watch(phase, (now) => now === 'member' && void readAll()),
  ];
  // An app that does not wait for an idle desktop may have opened the connection before: what it told then nobody has heard.
  // Else the lock came with the session, and the rest is read when the connection is up.
  if (isUp(liveState.value)) void readAll();
  else void readBroadcasts().catch(ignore);
  onScopeDispose(() => {
    stops.forEach((stop) => stop());
    forgetSwitches();
  });
}

/** Asks for the state of everything; what does not answer stays as it is. */
async function readAll(): Promise<void> {
  const readings = [readLock(), readBroadcasts()];
  // The desktop starts with the switches it knew; they are read when the connection that carries them is up.
  if (isUp(liveState.value)) readings.push(readApps());
  await Promise.all(readings.map((reading) => reading.catch(ignore)));
}

function isUp(state: LiveState): boolean {
  return state === 'live' || state === 'polling';
}

/** A part that is away, or not there yet, is asked again after the next reconnection. */
function ignore(cause: unknown): void {
  asFailure(cause);
}
