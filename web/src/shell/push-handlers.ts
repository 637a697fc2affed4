// What the server pushes to every desktop: the lock of all screens, broadcasts, apps switched on and off, and the
// call for new pages. Their state is read anew whenever frames may have been missed.
import { onScopeDispose, watch } from 'vue';
import { asFailure } from '@/api/failure';
import { activeLocks, remotelyLocked } from '@/core/class-lock';
import { pingServerSoon } from '@/core/connection';
import { subscribe } from '@/core/live';
import { onGap } from '@/core/live/on-gap';
import { phase } from '@/core/session';
import { followBroadcasts, readBroadcasts } from './broadcasts/follow';
import { reportSeen } from './broadcasts/seen-reports';
import { appSwitched, forgetSwitches, lockTurned, readApps, readLock } from './switches';

/** Follows the pushes; to be called inside an effect scope, which ends it. */
export function followPushes(): void {
  followBroadcasts();
  let hasConnected = false;
  let hasFailed = false;
  /** What does not answer stays as it is, and the next connection asks again. */
  const fail = (cause: unknown): void => {
    asFailure(cause);
    hasFailed = true;
  };
  const read = (...parts: (() => Promise<void>)[]): void => parts.forEach((part) => void part().catch(fail));
  /** Asks for the state of everything: nothing is told twice. */
  const readAll = (): void => read(readLock, readBroadcasts, readApps);
  // Only the first connection goes on where the desktop began to read. A later one brings broadcasts as history, which
  // `followBroadcasts` does not show: the list has them.
  const needsAll = (): boolean => hasConnected || hasFailed || isLockUnknown();
  const stops = [
    subscribe('lock_screen_changed', (frame) => void lockTurned(frame).catch(fail)),
    subscribe('market_app_control_changed', appSwitched),
    subscribe('app_update_available', pingServerSoon),
    onGap(readAll, { alsoIf: needsAll, otherwise: reportSeen }),
    // After the line above, which asks whether this connection is the first.
    subscribe('connected', () => (hasConnected = true)),
    watch(phase, (now) => now === 'member' && readAll()),
  ];
  // A connection that was up before has had everything read. The session's answer had the lock.
  if (!hasConnected) read(readBroadcasts, readApps);
  onScopeDispose(() => {
    stops.forEach((stop) => stop());
    forgetSwitches();
  });
}

/** Whether a lock of all screens is on, and the server has not said which. */
function isLockUnknown(): boolean {
  return remotelyLocked.value && activeLocks.value === null;
}
