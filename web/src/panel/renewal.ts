// When the page loads itself anew after the portal was updated: at night, when nobody looks, and only while the server is
// there to give it.
import { isPageThere } from '@/api/panel';
import { oncePer } from '@/core/storage';
import { toSchoolTime } from '@/core/time';
import type { ViewName } from './types';

const QUIET_HOUR = 3;
/** Not more than once in this time, whatever the server says. */
const RENEWAL_MS = 6 * 3_600_000;
/** How long to wait with the next try; longer than a request may take, so that there is one at a time. */
export const RETRY_MS = 5 * 60_000;

/** The build that this page is of, and the server's; empty while unknown. */
export interface Builds {
  own: string;
  server: string;
}

/** Whether a page of this build shall load itself anew. A screen that shows a code has no view. */
export function isRenewalDue(builds: Builds, now: number, view: ViewName | null): boolean {
  if (!builds.own || !builds.server || builds.own === builds.server) return false;
  return view === 'night' || toSchoolTime(new Date(now)).getHours() === QUIET_HOUR;
}

/**
 * Answers what is called every second while a renewal is due, with the engine's counter in ms. It asks for the page
 * first: a browser that does not get it shows an error of its own until somebody comes.
 */
export function pageRenewal(isConnected: () => boolean): (counter: number) => void {
  let triedAt = Number.NEGATIVE_INFINITY;
  return (counter) => {
    if (!isConnected() || counter - triedAt < RETRY_MS) return;
    triedAt = counter;
    void isPageThere().then((isThere) => {
      if (isThere && isConnected() && oncePer(RENEWAL_MS, 'panel-renewed')) location.reload();
    });
  };
}
