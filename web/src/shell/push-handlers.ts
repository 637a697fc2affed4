// What the server pushes to every desktop: the lock of all screens, broadcasts, apps switched on and off, and the
// call for new pages. Read anew whenever something may have been missed.
import { onScopeDispose, watch } from 'vue';
import { asFailure } from '@/api/failure';
import { classLocked, locks } from '@/core/class-lock';
import { pingServerSoon } from '@/core/connection';
import { subscribe, type Frame } from '@/core/live';
import { phase } from '@/core/session';
import { followBroadcasts, readBroadcasts } from './broadcasts/follow';
import { reportSeen } from './broadcasts/seen-reports';
import { appSwitched, forgetSwitches, lockTurned, readApps, readLock } from './switches';

/** Whether the next connection has to read everything: only the first one goes on where the desktop began to read. */
let isDue = false;

/** Follows the pushes; to be called inside an effect scope, which ends it. */
export function followPushes(): void {
  followBroadcasts();
  isDue = false;
  const stops = [
    subscribe('lock_screen_changed', (frame) => void lockTurned(frame).catch(ignore)),
    subscribe('market_app_control_changed', appSwitched),
    subscribe('app_update_available', pingServerSoon),
    subscribe('reset', () => void readAll()),
    // What a connection that is up already has told nobody has heard: it greets at once.
    subscribe('connected', connected),
    watch(phase, (now) => now === 'member' && void readAll()),
  ];
  // The lock came with the session.
  if (!isDue) void read(readBroadcasts, readApps);
  onScopeDispose(() => {
    stops.forEach((stop) => stop());
    forgetSwitches();
  });
}

/** A later connection may have missed something, and tells what it caught up with as history. */
function connected({ resumed }: Frame<'connected'>): void {
  const isUnknown = classLocked.value && locks.value === null;
  if (isDue || isUnknown || resumed !== true) void readAll();
  else reportSeen();
  isDue = true;
}

/** Asks for the state of everything: nothing is told twice. */
function readAll(): Promise<void> {
  return read(readLock, readBroadcasts, readApps);
}

/** What does not answer stays as it is, and is asked again when the connection is up. */
async function read(...parts: (() => Promise<void>)[]): Promise<void> {
  await Promise.all(parts.map((part) => part().catch(ignore)));
}

function ignore(cause: unknown): void {
  asFailure(cause);
  isDue = true;
}
