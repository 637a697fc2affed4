// What the list shows, row by row: days, the unread line, messages in groups of one sender. Pure.
import { toSchoolTime } from '@/core/time';
import type { Message } from '../types';
import { isFileType } from './files';
import { isUnsent, type Outgoing } from './outgoing';

interface Moment {
  /** Milliseconds since the epoch. */
  at: number;
  /** The day on this device's clock, as 20261121. */
  day: number;
}

export interface MessageRow extends Moment {
  kind: 'message';
  key: string;
  message: Message;
  /** Of what one person says within a few minutes. */
  first: boolean;
  last: boolean;
  mine: boolean;
}

export type Row =
  | MessageRow
  | { kind: 'day'; key: string; at: Date }
  | { kind: 'unread'; key: string }
  | { kind: 'gap'; key: string }
  | { kind: 'outgoing'; key: string; item: Outgoing; first: boolean };

/** Words of one person within this time stand together under one name. */
const TOGETHER_MS = 5 * 60_000;

export interface RowSources {
  messages: readonly Message[];
  outgoing: readonly Outgoing[];
  /** The piece ends before the present: what is on its way does not follow it. */
  hasNewer: boolean;
  /** The piece begins after the beginning: what is before it has its place elsewhere. */
  hasOlder: boolean;
  /** User ID of who looks. */
  me: string;
  /** The last `seq` that had been read when the line was drawn; null for no line. */
  readSeq: number | null;
}

/**
 * The rows of a room. What is on its way out and here already is shown once. Rows of `known`, the
 * rows until now, are taken over where nothing has changed: a long history grows at the cost of what
 * is new, and whoever draws them sees by identity what to draw anew.
 */
export function rowsOf(sources: RowSources, known: readonly Row[] = []): Row[] {
  const { messages, hasNewer, hasOlder, me, readSeq } = sources;
  const rows: Row[] = [];
  const outgoing = notArrived(sources);
  const reviews = inReviewOf(outgoing);
  let reviewed = 0;
  let place = 0;
  let before: MessageRow | undefined;
  let isDivided = readSeq === null;
  for (const message of messages) {
    place = placeOf(message.seq, known, place);
    const old = known[place];
    const kept = old?.kind === 'message' && old.message === message ? old : undefined;
    const moment = kept ?? momentOf(message);
    const isNewDay = before?.day !== moment.day;
    const isUnread = !isDivided && message.seq > (readSeq ?? 0) && message.sender_id !== me;
    const reviewedBefore = reviewed;
    while ((reviews[reviewed]?.after ?? Infinity) < message.seq) reviewed += 1;
    const between = before || !hasOlder ? reviews.slice(reviewedBefore, reviewed) : [];
    const isApart = isNewDay || isUnread || between.length > 0;
    const first = isApart || !before || !together(before, message, moment.at);
    if (before) close(rows, before, first);
    // The day begins above what was written on it.
    const isEarlier = (item: Outgoing): boolean => isNewDay && dayOf(new Date(item.at)) < moment.day;
    pushOutgoing(rows, between.filter(isEarlier));
    if (isNewDay) rows.push({ kind: 'day', key: `day ${moment.day} ${message.id}`, at: new Date(moment.at) });
    pushOutgoing(
      rows,
      between.filter((item) => !isEarlier(item)),
    );
    if (isUnread) rows.push({ kind: 'unread', key: 'unread' });
    isDivided ||= isUnread;
    const mine = message.sender_id === me;
    const { at, day } = moment;
    const isSame = kept?.first === first && kept.mine === mine;
    before = isSame ? kept : { kind: 'message', key: message.id, message, first, last: true, mine, at, day };
  }
  if (before) close(rows, before, true);
  // Those after the last message are in the part of the history that is not here, where there is one.
  const last = hasNewer ? [] : reviews.slice(reviewed);
  pushOutgoing(rows, last);
  const leaving = outgoing.filter((item) => !reviews.includes(item));
  if (hasNewer && leaving.length > 0) rows.push({ kind: 'gap', key: 'gap' });
  pushOutgoing(rows, leaving);
  return rows;
}

/** What is on its way and not among the messages. */
function notArrived({ messages, outgoing }: RowSources): readonly Outgoing[] {
  if (outgoing.length === 0) return outgoing;
  const arrived = new Set(messages.map(({ temp_id }) => temp_id));
  return outgoing.filter(({ temp_id }) => !arrived.has(temp_id));
}

/** What waits for a moderator and has a place between messages, in this order. */
function inReviewOf(outgoing: readonly Outgoing[]): readonly Outgoing[] {
  const placed = outgoing.filter(({ state, after }) => state === 'in_review' && after !== undefined);
  return placed.sort((a, b) => (a.after ?? 0) - (b.after ?? 0) || a.at - b.at);
}

/** Puts rows of one's own in; the first begins a group unless the row above is one's own too. */
function pushOutgoing(rows: Row[], items: readonly Outgoing[]): void {
  for (const item of items) {
    const above = rows[rows.length - 1];
    const isOwnAbove = above?.kind === 'outgoing' || (above?.kind === 'message' && above.mine);
    rows.push({ kind: 'outgoing', key: item.temp_id, item, first: !isOwnAbove });
  }
}

/** Whether the last row is a message that its author has just sent, and not one that was there or is in review. */
export function endsInNew(rows: readonly Row[], before: readonly Row[]): boolean {
  const last = rows[rows.length - 1];
  return last?.kind === 'outgoing' && isUnsent(last.item) && !before.some(({ key }) => key === last.key);
}

/** Where in the rows until now a message stands or would stand, from a place before it on. */
function placeOf(seq: number, known: readonly Row[], from: number): number {
  for (let at = from; at < known.length; at += 1) {
    const row = known[at];
    if (row?.kind === 'message' && row.message.seq >= seq) return at;
  }
  return known.length;
}

/** Puts a row in once it is clear whether it ends its group. */
function close(rows: Row[], row: MessageRow, last: boolean): void {
  rows.push(row.last === last ? row : { ...row, last });
}

function together(one: MessageRow, next: Message, at: number): boolean {
  return isSameSender(one.message, next) && !one.message.recalled && at - one.at < TOGETHER_MS;
}

/** Under each name stands what sent the words: the person, or an integration in their name. */
function isSameSender(one: Message, other: Message): boolean {
  return one.sender_id === other.sender_id && one.via?.id === other.via?.id;
}

/** The file right above words of the same sender, who may have sent both as one: a picture and its caption. */
export function fileAbove(messages: readonly Message[], words: Message): Message | undefined {
  if (words.type !== 'text') return undefined;
  const above = messages[messages.findIndex(({ id }) => id === words.id) - 1];
  if (!above || above.recalled || !isFileType(above.type) || !isSameSender(above, words)) return undefined;
  return Date.parse(words.created_at) - Date.parse(above.created_at) < TOGETHER_MS ? above : undefined;
}

function momentOf({ created_at }: Message): Moment {
  const at = new Date(created_at);
  return { at: at.getTime(), day: dayOf(at) };
}

/** As 20261121. */
function dayOf(at: Date): number {
  const date = toSchoolTime(at);
  return (date.getFullYear() * 100 + date.getMonth() + 1) * 100 + date.getDate();
}

/** Where a message stands; -1 for nowhere. */
export function indexOf(rows: readonly Row[], seq: number): number {
  return rows.findIndex((row) => row.kind === 'message' && row.message.seq === seq);
}

/** The key of the first message. */
export function firstKey(rows: readonly Row[]): string | undefined {
  return rows.find(({ kind }) => kind === 'message')?.key;
}

/** The message in a row, or the one above it. */
export function messageAt(rows: readonly Row[], index: number): Message | undefined {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'message') return row.message;
  }
  return undefined;
}
