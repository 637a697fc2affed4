// Rules of the members' list, pure: order, ends of bans, what a bulk change can be taken back to.
import type { AdminUser, BulkChange } from '../types';

export interface MemberFilter {
  search: string;
  status: string;
  class: string;
  role: string;
}

export const NO_FILTER: MemberFilter = { search: '', status: '', class: '', role: '' };

export const COLUMNS = ['user_id', 'real_name', 'net_name', 'role', 'status', 'last_login'] as const;
export type Column = (typeof COLUMNS)[number];

/** Sorts a page of members; equal ones stand by number. */
export function sorted(members: readonly AdminUser[], column: Column, down: boolean): AdminUser[] {
  const sign = down ? -1 : 1;
  const text = (member: AdminUser): string => member[column] ?? '';
  return [...members].sort(
    (a, b) => sign * text(a).localeCompare(text(b), 'zh-CN') || a.user_id.localeCompare(b.user_id),
  );
}

export const BAN_ENDS = ['hour', 'today', 'day', 'three_days', 'week', 'never', 'custom'] as const;
export type BanEnd = (typeof BAN_ENDS)[number];

const HOUR_MS = 3_600_000;
const LENGTHS: Partial<Record<BanEnd, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  three_days: 72 * HOUR_MS,
  week: 168 * HOUR_MS,
};

/** What the form of a ban holds. */
export interface BanDraft {
  end: BanEnd;
  /** Of the field for date and time: `2027-01-31T08:00`, or with a blank where there is no picker. */
  custom: string;
  reason: string;
}

export type BanFault = 'custom' | 'past' | 'reason';
const MAX_REASON = 200;

/**
 * The end in the wire form, null for none, undefined when what was typed is no time. `now` is the
 * wall of the class, see `clock.ts`: a week later is the same time of day there.
 */
export function banEnd(draft: BanDraft, now: Date): string | null | undefined {
  if (draft.end === 'never') return null;
  if (draft.end === 'today') return `${wireTime(now).slice(0, 10)} 23:59:59`;
  if (draft.end !== 'custom') return wireTime(new Date(now.getTime() + (LENGTHS[draft.end] ?? 0)));
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?$/.exec(draft.custom.trim());
  return match ? `${match[1]} ${match[2]}${match[3] ?? ':00'}` : undefined;
}

/** What is wrong with a ban; the server checks again, with its own clock. */
export function banFaults(draft: BanDraft, now: Date): BanFault[] {
  const faults: BanFault[] = [];
  const end = banEnd(draft, now);
  if (end === undefined) faults.push('custom');
  else if (end !== null && end <= wireTime(now)) faults.push('past');
  if ([...draft.reason.trim()].length > MAX_REASON) faults.push('reason');
  return faults;
}

/** `2027-01-31 08:00:00` of a wall. */
export function wireTime(wall: Date): string {
  return wall.toISOString().slice(0, 19).replace('T', ' ');
}

/** The wall that shows this. */
export function fromWire(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`);
}

/** What has to be remembered of a member to put them back as they were. */
export type Before = Pick<AdminUser, 'user_id' | 'status' | 'ban_expires_at' | 'ban_reason' | 'role'>;

/**
 * The requests that take a bulk change back: whoever was active before is let in again, whoever was
 * disabled gets the same end and reason. Admins were never touched. Ends that are over meanwhile
 * need no undoing.
 */
export function undoPlan(before: readonly Before[], done: BulkChange['status'], now: Date): BulkChange[] {
  const touched = before.filter(({ role }) => role !== 'admin');
  if (done === 'disabled') {
    const active = touched.filter(({ status }) => status === 'active').map(({ user_id }) => user_id);
    const again = groupsOf(
      touched.filter(({ status }) => status === 'disabled'),
      now,
    );
    return active.length > 0 ? [{ user_ids: active, status: 'active' }, ...again] : again;
  }
  return groupsOf(
    touched.filter(({ status }) => status === 'disabled'),
    now,
  );
}

function groupsOf(members: readonly Before[], now: Date): BulkChange[] {
  const groups = new Map<string, BulkChange & { user_ids: string[] }>();
  for (const { user_id, ban_expires_at: end, ban_reason: reason } of members) {
    if (end && end <= wireTime(now)) continue;
    const key = JSON.stringify([end ?? null, reason ?? null]);
    const group = groups.get(key) ?? {
      user_ids: [],
      status: 'disabled',
      ban_expires_at: end ?? null,
      ban_reason: reason ?? null,
    };
    group.user_ids.push(user_id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What a form of a member holds; the server keeps the rest. */
export interface MemberDraft {
  net_name: string;
  real_name: string;
  gender: string;
  info: Record<InfoField, string>;
}

export const INFO_FIELDS = ['birthday', 'email', 'signature', 'phone', 'qq', 'wechat', 'address'] as const;
export type InfoField = (typeof INFO_FIELDS)[number];
/** Officers neither see nor change these. */
export const PERSONAL: readonly InfoField[] = ['birthday', 'email', 'phone', 'qq', 'wechat', 'address'];

/** A form filled from a member. */
export function draftOf(member: AdminUser): MemberDraft {
  const info = Object.fromEntries(INFO_FIELDS.map((field) => [field, member.info[field] ?? '']));
  const { net_name, real_name, gender } = member;
  return { net_name, real_name, gender, info: info as Record<InfoField, string> };
}

/** Only what differs; null when nothing does. */
export function changeOf(member: AdminUser, draft: MemberDraft): Partial<MemberDraft> | null {
  const before = draftOf(member);
  const change: Partial<Omit<MemberDraft, 'info'>> & { info?: Partial<MemberDraft['info']> } = {};
  for (const field of ['net_name', 'real_name', 'gender'] as const) {
    if (draft[field].trim() !== before[field]) change[field] = draft[field].trim();
  }
  const fields = INFO_FIELDS.filter((field) => draft.info[field].trim() !== before.info[field]);
  if (fields.length > 0) change.info = Object.fromEntries(fields.map((field) => [field, draft.info[field].trim()]));
  return Object.keys(change).length > 0 ? (change as Partial<MemberDraft>) : null;
}
