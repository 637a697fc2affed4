// A session on a computer that others use too: renewed while somebody is there, ended when nobody is.
import { api, send } from '@/api/client';
import { deviceIdleMs } from './idle';
import { phase, sharedComputer, signOutHere } from './session';

/** Its token holds for two hours (interface 4.1). */
const RENEW_MS = 30 * 60_000;
const LEAVE_MS = 30 * 60_000;
const LOOK_MS = 15_000;

let renewed = 0;

/** Watches over the session; called once by main. */
export function startSharedComputer(): void {
  renewed = Date.now();
  window.setInterval(look, LOOK_MS);
}

function look(): void {
  if (phase.value !== 'member' || !sharedComputer.value) return;
  if (deviceIdleMs() >= LEAVE_MS) {
    // A server that fails is asked again at the next look; one that is away is not waited for.
    void signOutHere('idle').catch(() => undefined);
  } else if (Date.now() - renewed >= RENEW_MS) {
    renewed = Date.now();
    void send(api.POST('/api/auth/refresh-token')).catch(() => undefined);
  }
}
