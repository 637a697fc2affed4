// The form of an announcement, pure: what it holds, what is wrong, what is sent.
import type { Reach } from '@/api/types';
import type { AnnouncementChange, NewAnnouncement, StaffAnnouncement } from '../types';
import { todayText } from '@/core/time';
import { fieldTime, wireTime } from '@/core/zone/field';

export const TYPES = ['notice', 'homework'] as const;
export const STATES = ['scheduled', 'published', 'expired', 'deleted'] as const;

export interface Draft {
  type: (typeof TYPES)[number];
  title: string;
  content: string;
  /** `YYYY-MM-DD`, empty for none. */
  due: string;
  pinned: boolean;
  ack: boolean;
  audience: Reach;
  when: 'now' | 'later';
  /** Of the field for date and time, on the clock of this device. */
  publishAt: string;
  expires: boolean;
  expiresAt: string;
  askAgain: boolean;
}

/** A form that was begun, as the device keeps it over a reload. */
export interface KeptAnnouncement {
  edited?: StaffAnnouncement;
  draft: Draft;
  key: string;
}

/** The name under which it is kept. */
export const KEPT = 'announcement';

export type Fault = 'title' | 'content' | 'due' | 'publish' | 'expires' | 'order';

const MAX_TITLE = 100;
const MAX_CONTENT = 20_000;

/** An empty form, or one filled from what is edited. */
export function draftOf(audience: Reach, edited?: StaffAnnouncement): Draft {
  return {
    type: edited?.type ?? 'notice',
    title: edited?.title ?? '',
    content: edited?.content ?? '',
    due: edited?.due_date ?? '',
    pinned: edited?.pinned ?? false,
    ack: edited?.requires_ack ?? false,
    audience: edited?.audience ?? audience,
    when: edited?.state === 'scheduled' ? 'later' : 'now',
    publishAt: edited?.state === 'scheduled' ? fieldTime(edited.publish_at) : '',
    expires: Boolean(edited?.expires_at),
    expiresAt: edited?.expires_at ? fieldTime(edited.expires_at) : '',
    askAgain: false,
  };
}

/** What is wrong with a form; the server checks again. A time that was not touched may be past. */
export function faultsOf(draft: Draft, now: Date, edited?: StaffAnnouncement): Fault[] {
  const faults: Fault[] = [];
  const before = edited && draftOf(edited.audience, edited);
  if (!within(draft.title, MAX_TITLE)) faults.push('title');
  if (!within(draft.content, MAX_CONTENT)) faults.push('content');
  if (draft.type === 'homework' && draft.due && draft.due !== before?.due && draft.due < todayText(now))
    faults.push('due');
  const publish = draft.when === 'later' ? wireTime(draft.publishAt) : now.toISOString();
  const expires = draft.expires ? wireTime(draft.expiresAt) : null;
  const isNew = (field: 'publishAt' | 'expiresAt'): boolean => draft[field] !== before?.[field];
  if (
    !isPublished(edited) &&
    draft.when === 'later' &&
    (!publish || (isNew('publishAt') && publish <= now.toISOString()))
  ) {
    faults.push('publish');
  }
  if (draft.expires && (!expires || (isNew('expiresAt') && expires <= now.toISOString()))) faults.push('expires');
  else if (publish && expires && !isPublished(edited) && expires <= publish) faults.push('order');
  return faults;
}

function within(text: string, most: number): boolean {
  return text.trim() !== '' && [...text.trim()].length <= most;
}

/** Members see it already, or saw it: audience and time stand. */
export function isPublished(edited?: StaffAnnouncement): boolean {
  return edited !== undefined && edited.state !== 'scheduled';
}

/** How late the server may be about it; it looks every few seconds. */
const LATE_MS = 60_000;

/** Due and not published: its author may no longer publish, and someone else has to. */
export function isHeldBack(entry: StaffAnnouncement, now: Date): boolean {
  return entry.state === 'scheduled' && now.getTime() - Date.parse(entry.publish_at) > LATE_MS;
}

/** The body of a new one; `key` makes a repetition meet the first. */
export function bodyOf(draft: Draft, key: string): NewAnnouncement {
  return {
    key,
    type: draft.type,
    title: draft.title.trim(),
    content: draft.content,
    audience: draft.audience,
    pinned: draft.pinned,
    requires_ack: draft.ack,
    ...(draft.type === 'homework' && draft.due && { due_date: draft.due }),
    ...(draft.when === 'later' && { publish_at: wireTime(draft.publishAt) }),
    ...(draft.expires && { expires_at: wireTime(draft.expiresAt) }),
  };
}

/** Only what differs, null when nothing does; pinning is a request of its own. */
export function changeOf(edited: StaffAnnouncement, draft: Draft): AnnouncementChange | null {
  const before = draftOf(edited.audience, edited);
  const change: AnnouncementChange = {};
  if (draft.type !== before.type) change.type = draft.type;
  if (draft.title.trim() !== before.title) change.title = draft.title.trim();
  if (draft.content !== before.content) change.content = draft.content;
  const due = draft.type === 'homework' ? draft.due : '';
  if (draft.type === 'homework' && due !== before.due) change.due_date = due;
  if (draft.ack !== before.ack) change.requires_ack = draft.ack;
  if (draft.expires !== before.expires || (draft.expires && draft.expiresAt !== before.expiresAt)) {
    change.expires_at = draft.expires ? (wireTime(draft.expiresAt) ?? '') : '';
  }
  if (!isPublished(edited)) {
    if (JSON.stringify(draft.audience) !== JSON.stringify(before.audience)) change.audience = draft.audience;
    if (draft.when === 'now') change.publish_at = '';
    else if (draft.publishAt !== before.publishAt) change.publish_at = wireTime(draft.publishAt) ?? '';
  }
  if (draft.askAgain) change.ask_again = true;
  return Object.keys(change).length > 0 ? { ...change, revision: edited.revision } : null;
}

/** Whether leaving the form would lose something. */
export function isTouched(draft: Draft, audience: Reach, edited?: StaffAnnouncement): boolean {
  return JSON.stringify(draft) !== JSON.stringify(draftOf(audience, edited));
}
