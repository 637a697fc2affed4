// When the page loads itself anew after the portal was updated: at night, when nobody looks.
import { toSchoolTime } from '@/core/time';
import type { ViewName } from './types';

const QUIET_HOUR = 3;
/** Not more than once in this time, whatever the server says. */
export const RENEWAL_MS = 6 * 3_600_000;

/** The build that this page is of, and the server's; empty while unknown. */
export interface Builds {
  own: string;
  server: string;
}

/** Whether a page of this build shall load itself anew. */
export function isRenewalDue(builds: Builds, now: number, view: ViewName): boolean {
  if (!builds.own || !builds.server || builds.own === builds.server) return false;
  return view === 'night' || toSchoolTime(new Date(now)).getHours() === QUIET_HOUR;
}
