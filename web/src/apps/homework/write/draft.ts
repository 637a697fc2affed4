// The form of a card, pure: what it holds, what is wrong, what is sent.
import type { Reach } from '@/api/types';
import { fieldTime, wireTime } from '@/core/zone/field';
import { isUsualTitle } from '../model';
import type { HomeworkChange, NewHomework, StaffHomework } from '../types';
import type { QuickName } from './quick';

/** A file that the portal has. */
export interface KeptFile {
  hash: string;
  name: string;
  mime?: string;
  size?: number;
}

export interface Draft {
  subject: string;
  /** Empty for the usual one. */
  title: string;
  content: string;
  /** How the end was chosen. */
  due: QuickName | 'custom' | 'none';
  date: string;
  time: string;
  handIn: boolean;
  ack: boolean;
  audience: Reach;
  when: 'now' | 'later';
  publishAt: string;
  askAgain: boolean;
}

/** A form that was begun, as the device keeps it. */
export interface KeptHomework {
  draft: Draft;
  pictures: KeptFile[];
  key: string;
}

/** Tells two lists of files apart. */
export const hashesOf = (files: readonly { hash: string }[]): string => files.map(({ hash }) => hash).join();

export type Fault = 'subject' | 'title' | 'content' | 'date' | 'past' | 'publish' | 'order';

export const MAX_PICTURES = 9;
const MAX_SUBJECT = 20;
const MAX_TITLE = 100;
const MAX_CONTENT = 20_000;

const lengthOf = (text: string): number => [...text.trim()].length;

export function draftOf(audience: Reach, edited?: StaffHomework): Draft {
  const isPlanned = edited?.state === 'scheduled';
  return {
    subject: edited?.subject ?? '',
    title: edited && !isUsualTitle(edited) ? edited.title : '',
    content: edited?.content ?? '',
    due: edited?.due_date ? 'custom' : 'none',
    date: edited?.due_date ?? '',
    time: edited?.due_time ?? '',
    handIn: edited?.hand_in ?? false,
    ack: edited?.requires_ack ?? false,
    audience: edited?.audience ?? audience,
    when: isPlanned ? 'later' : 'now',
    publishAt: isPlanned && edited ? fieldTime(edited.publish_at) : '',
    askAgain: false,
  };
}

/** When the card is due, ISO 8601; undefined where it has no end. */
export function dueMoment({ due, date, time }: Pick<Draft, 'due' | 'date' | 'time'>): string | undefined {
  return due === 'none' || !date ? undefined : wireTime(`${date}T${time || '23:59'}`);
}

/** What is wrong; the server checks again. An end that was not touched may be past. */
export function faultsOf(draft: Draft, pictures: number, now: Date, edited?: StaffHomework): Fault[] {
  const faults: Fault[] = [];
  const before = edited && draftOf(edited.audience, edited);
  if (lengthOf(draft.subject) > MAX_SUBJECT) faults.push('subject');
  if (lengthOf(draft.title) > MAX_TITLE) faults.push('title');
  if ((lengthOf(draft.content) === 0 && pictures === 0) || lengthOf(draft.content) > MAX_CONTENT)
    faults.push('content');
  const moment = dueMoment(draft);
  if (draft.due !== 'none') {
    const isNew = !before || draft.date !== before.date || draft.time !== before.time;
    if (!moment) faults.push('date');
    else if (isNew && moment <= now.toISOString()) faults.push('past');
  }
  if (draft.when === 'later' && !isPublished(edited)) {
    const publish = wireTime(draft.publishAt);
    const isNew = draft.publishAt !== before?.publishAt;
    if (!publish || (isNew && publish <= now.toISOString())) faults.push('publish');
    else if (moment && moment <= publish) faults.push('order');
  }
  return faults;
}

/** Members see it already: for whom and from when on stands. */
export const isPublished = (edited?: StaffHomework): boolean => edited !== undefined && edited.state !== 'scheduled';

/** The body of a new card; `key` makes a repetition meet the first. */
export function bodyOf(draft: Draft, pictures: readonly string[], key: string): NewHomework {
  return {
    key,
    subject: draft.subject.trim(),
    ...(draft.title.trim() && { title: draft.title.trim() }),
    content: draft.content,
    ...dueOf(draft, false),
    pictures: [...pictures],
    hand_in: draft.handIn,
    requires_ack: draft.ack,
    audience: draft.audience,
    ...(draft.when === 'later' && { publish_at: wireTime(draft.publishAt) }),
  };
}

/** The end as it is sent; `clears` says that an empty one takes away what was there. */
function dueOf({ due, date, time }: Draft, clears: boolean): { due_date?: string; due_time?: string } {
  if (due === 'none' || !date) return clears ? { due_date: '', due_time: '' } : {};
  return { due_date: date, ...(time ? { due_time: time } : clears && { due_time: '' }) };
}

/** Only what differs; null where nothing does. `usualTitle` is the title of a card that was given none. */
export function changeOf(
  edited: StaffHomework,
  draft: Draft,
  pictures: readonly string[],
  usualTitle: (subject: string) => string,
): HomeworkChange | null {
  const before = draftOf(edited.audience, edited);
  const change: HomeworkChange = {};
  if (draft.subject.trim() !== before.subject) change.subject = draft.subject.trim();
  // The usual title follows the subject; the server makes one for new cards alone.
  const title = draft.title.trim() || usualTitle(draft.subject.trim());
  if (draft.title.trim() !== before.title || (change.subject !== undefined && before.title === ''))
    change.title = title;
  if (draft.content !== before.content) change.content = draft.content;
  const now = dueOf(draft, true);
  const then = dueOf(before, true);
  if (now.due_date !== then.due_date) change.due_date = now.due_date;
  if (now.due_time !== then.due_time) change.due_time = now.due_time;
  const old = edited.pictures.map(({ hash }) => hash);
  if (pictures.join() !== old.join()) change.pictures = [...pictures];
  if (draft.handIn !== before.handIn) change.hand_in = draft.handIn;
  if (draft.ack !== before.ack) change.requires_ack = draft.ack;
  if (!isPublished(edited)) {
    if (JSON.stringify(draft.audience) !== JSON.stringify(before.audience)) change.audience = draft.audience;
    if (draft.when === 'now') change.publish_at = '';
    else if (draft.publishAt !== before.publishAt) change.publish_at = wireTime(draft.publishAt) ?? '';
  }
  if (draft.askAgain) change.ask_again = true;
  return Object.keys(change).length > 0 ? { ...change, revision: edited.revision } : null;
}

/** What was typed for a new card, added to one that is there: nothing of either is lost. */
export function addedTo(edited: StaffHomework, typed: Draft): Draft {
  const draft = draftOf(edited.audience, edited);
  const content = [draft.content.trim(), typed.content.trim()].filter((text) => text !== '').join('\n\n');
  // Members go by the end that they have seen.
  const due = draft.date || typed.due === 'none' ? {} : { due: typed.due, date: typed.date, time: typed.time };
  return {
    ...draft,
    content,
    title: draft.title || typed.title,
    handIn: draft.handIn || typed.handIn,
    ack: draft.ack || typed.ack,
    ...due,
  };
}

/** Whether leaving the form would lose something that was typed. */
export const isTouched = ({ subject, title, content }: Draft, pictures: number): boolean =>
  pictures > 0 || [subject, title, content].some((text) => text.trim() !== '');
