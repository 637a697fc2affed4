// Enrolment, pure: who is missing, what a slip holds, until when a window may be open, what is forwarded.
import { toSchoolTime } from '@/core/time';
import type { Enrolment } from '@/api/types';

export type EnrolmentClass = Enrolment['classes'][number];
export type EnrolmentMember = EnrolmentClass['members'][number];

export interface SlipRow {
  real_name: string;
  user_id: string;
  claim_code: string;
}

/** The slips of one class. */
export interface Slips {
  class: string;
  name?: string | null;
  rows: SlipRow[];
}

export function missingOf(members: readonly EnrolmentMember[]): EnrolmentMember[] {
  return members.filter(({ registered }) => !registered);
}

/** A slip for each who has a code that nobody has used. */
export function slipsOf(classes: readonly EnrolmentClass[]): Slips[] {
  return classes
    .map((entry) => ({
      class: entry.class,
      name: entry.name,
      rows: entry.members.flatMap(({ real_name, user_id, claim_code }) =>
        claim_code ? [{ real_name, user_id, claim_code }] : [],
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
}

export function slipCount(slips: readonly Slips[]): number {
  return slips.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** Whether an address means the machine itself, so that it opens nothing on another one. */
export function isOwnAddress(url: string): boolean {
  return /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(url);
}

/** The address that others can type: the first, unless this browser has come by one of the others itself. */
export function addressOf(addresses: Enrolment['addresses'], origin: string): string {
  const own = isOwnAddress(origin) ? undefined : addresses.find(({ url }) => url.replace(/\/$/, '') === origin);
  return (own?.url ?? addresses[0]?.url ?? origin).replace(/\/$/, '');
}

const EVENING_HOUR = 22;
const HOUR_MS = 3_600_000;

/** Ten in the evening at school, or two hours later when that has come or is near. */
export function windowEnd(now: Date): Date {
  const shown = toSchoolTime(now).getTime();
  const left = new Date(shown).setHours(EVENING_HOUR, 0, 0, 0) - shown;
  return new Date(now.getTime() + (left > HOUR_MS ? left : 2 * HOUR_MS));
}

/** `today`, `tomorrow` or `later` on the calendar of the school, for the words before the time of day. */
export function dayOf(moment: Date, now: Date): 'today' | 'tomorrow' | 'later' {
  const days = [0, 1].findIndex((add) => {
    const day = new Date(toSchoolTime(now));
    day.setDate(day.getDate() + add);
    return day.toDateString() === toSchoolTime(moment).toDateString();
  });
  return (['today', 'tomorrow'] as const)[days] ?? 'later';
}
