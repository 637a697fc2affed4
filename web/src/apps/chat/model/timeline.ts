// A piece of a room's history without holes: pages of history and what is pushed go in, in whatever
// order they arrive, and each message is there once. Pure.
import type { Message, RemovedBy } from '../types';

export interface Timeline {
  /** By `seq`, without holes between the first and the last. */
  messages: readonly Message[];
  /** There is more before the first. */
  hasOlder: boolean;
  /** There is more after the last: this piece does not reach the present. */
  hasNewer: boolean;
}

export interface Page {
  messages: readonly Message[];
  has_more: boolean;
}

/** Messages a room keeps in memory; more is read again when someone scrolls there. */
export const MAX_KEPT = 12_000;

/** Takes what older messages the server had before the first. */
export function withOlder(line: Timeline, page: Page): Timeline {
  return { ...line, messages: united(line.messages, page.messages), hasOlder: page.has_more };
}

/** Takes what the server had after the last. */
export function withNewer(line: Timeline, page: Page): Timeline {
  return trimmed({ ...line, messages: united(line.messages, page.messages), hasNewer: page.has_more });
}

/**
 * Takes the newest page, after a connection that may have missed something. Pages that do not meet
 * what is here would leave a hole, so then the piece begins anew with the page.
 */
export function withNewest(line: Timeline | undefined, page: Page): Timeline {
  const fresh = { messages: united([], page.messages), hasOlder: page.has_more, hasNewer: false };
  if (!line || line.hasNewer || line.messages.length === 0) return fresh;
  const last = line.messages[line.messages.length - 1];
  const meets = !page.has_more || page.messages.some(({ seq }) => last && seq <= last.seq);
  if (!meets) return fresh;
  return { ...line, messages: united(line.messages, page.messages) };
}

/** Takes what was pushed. What lies beyond an end that the history goes on from is left out. */
export function withPushed(line: Timeline, ...pushed: readonly Message[]): Timeline {
  const from = (line.hasOlder && line.messages[0]?.seq) || 0;
  const to = (line.hasNewer && line.messages[line.messages.length - 1]?.seq) || Infinity;
  const wanted = pushed.filter(({ seq }) => seq >= from && seq <= to);
  if (wanted.length === 0) return line;
  return trimmed({ ...line, messages: united(line.messages, wanted) });
}

/** Changes one message that is here. */
export function changed(line: Timeline, id: string, change: (message: Message) => Message): Timeline {
  const at = line.messages.findIndex((message) => message.id === id);
  const old = line.messages[at];
  if (!old) return line;
  const messages = [...line.messages];
  const next = change(old);
  messages[at] = next;
  return old.recalled && !next.recalled ? requoted({ ...line, messages }, next) : { ...line, messages };
}

/** Empties a message, and every quote of it, as the server does. `removed_by` says who did it, unless its sender. */
export function recalled(line: Timeline, id: string, removed_by?: RemovedBy): Timeline {
  const gone = { recalled: true, content: '', removed_by };
  const empty = (message: Message): Message =>
    message.id === id
      ? { ...message, ...gone, reactions: [], mentions: [], file: null }
      : message.reply?.id === id
        ? { ...message, reply: { ...message.reply, ...gone } }
        : message;
  const touches = line.messages.some((message) => message.id === id || message.reply?.id === id);
  return touches ? { ...line, messages: line.messages.map(empty) } : line;
}

/** Fills the quotes of a restored message, which were emptied with it. */
function requoted(line: Timeline, { id, content }: Message): Timeline {
  const isEmptied = ({ reply }: Message): boolean => reply?.id === id && reply.recalled;
  const fill = (message: Message): Message =>
    message.reply && isEmptied(message)
      ? { ...message, reply: { ...message.reply, recalled: false, content, removed_by: undefined } }
      : message;
  return { ...line, messages: line.messages.map(fill) };
}

/** Of two states of one message the later: what was recalled or edited stays so. */
export function later(one: Message, other: Message): Message {
  if (one.recalled) return one;
  if (other.recalled) return other;
  return (one.edited_at ?? '') > (other.edited_at ?? '') ? { ...other, ...edited(one) } : other;
}

/** A page with a change that was told while it was on its way: what it has as recalled may have been restored. */
export function withChange(message: Message, next: Message): Message {
  // A recall after the change is told after it too.
  return message.recalled && !next.recalled ? next : later(message, next);
}

function edited({ content, edited_at, mentions }: Message): Partial<Message> {
  return { content, edited_at, mentions };
}

/** Where in a history the messages after a `seq` begin. */
export function indexAfter(messages: readonly Message[], seq: number): number {
  let [from, to] = [0, messages.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((messages[middle]?.seq ?? Infinity) > seq) to = middle;
    else from = middle + 1;
  }
  return from;
}

function united(here: readonly Message[], more: readonly Message[]): readonly Message[] {
  const [last, first] = [here[here.length - 1], here[0]];
  const isInOrder = more.every(({ seq }, i) => i === 0 || seq > (more[i - 1]?.seq ?? -1));
  // The usual cases: something new at the end, and a page before the beginning.
  if (isInOrder && (more[0]?.seq ?? 0) > (last?.seq ?? -1)) return [...here, ...more];
  if (isInOrder && first && (more[more.length - 1]?.seq ?? first.seq) < first.seq) return [...more, ...here];
  const byId = new Map(here.map((message) => [message.id, message]));
  for (const message of more) {
    const known = byId.get(message.id);
    byId.set(message.id, known ? later(known, message) : message);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}

function trimmed(line: Timeline): Timeline {
  if (line.messages.length <= MAX_KEPT) return line;
  return { ...line, messages: line.messages.slice(-MAX_KEPT), hasOlder: true };
}
