// The histories that are on screen or were a moment ago. Each room has one piece without holes.
import { shallowReactive } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import * as api from '../api';
import { changed, recalled, withNewer, withNewest, withOlder, withPushed, type Timeline } from '../model/timeline';
import type { Message } from '../types';

export interface Shelf {
  line?: Timeline;
  /** The newest page is on its way. */
  busy: boolean;
  /** A page before the first or after the last is on its way. */
  paging: '' | 'older' | 'newer';
  failure: ApiFailure | null;
}

/** Histories kept in memory besides the open one. */
const MOST_SHELVES = 5;
const AROUND = 30;

const shelves = shallowReactive(new Map<string, Shelf>());

/** What is there of a room. */
export function shelfOf(room: string): Shelf {
  return shelves.get(room) ?? { busy: false, paging: '', failure: null };
}

/** Reads the newest page, the first time or after something may have been missed. */
export async function loadNewest(room: string): Promise<void> {
  if (shelfOf(room).busy) return;
  put(room, { busy: true, failure: null });
  try {
    const page = await api.listMessages(room);
    put(room, { busy: false, line: withNewest(shelfOf(room).line, page) });
  } catch (cause) {
    put(room, { busy: false, failure: asFailure(cause) });
  }
}

/** Goes back to the present after a jump. */
export async function backToPresent(room: string): Promise<void> {
  put(room, { line: undefined });
  await loadNewest(room);
}

/** Reads the page before the first message, or after the last. */
export async function loadMore(room: string, where: 'older' | 'newer'): Promise<void> {
  const { line, paging } = shelfOf(room);
  const edge = where === 'older' ? line?.messages[0] : line?.messages[line.messages.length - 1];
  const isMore = where === 'older' ? line?.hasOlder : line?.hasNewer;
  if (!line || !edge || !isMore || paging) return;
  put(room, { paging: where });
  try {
    const page = await api.listMessages(room, where === 'older' ? { before: edge.seq } : { after: edge.seq });
    const now = shelfOf(room).line;
    if (now) put(room, { line: where === 'older' ? withOlder(now, page) : withNewer(now, page) });
  } catch {
    // Scrolling there again asks again; what is on screen stays.
  } finally {
    put(room, { paging: '' });
  }
}

/** Goes to a message that may be anywhere in the room's history. Rejects when it cannot be read. */
export async function jumpTo(room: string, seq: number): Promise<void> {
  if (shelfOf(room).line?.messages.some((message) => message.seq === seq)) return;
  const [older, newer] = await Promise.all([
    api.listMessages(room, { before: seq + 1 }, AROUND),
    api.listMessages(room, { after: seq }, AROUND),
  ]);
  const messages = [...older.messages, ...newer.messages];
  put(room, { line: { messages, hasOlder: older.has_more, hasNewer: newer.has_more }, failure: null });
}

/** The place of a message of which only the id is known; null when it is not to be seen. */
export async function seqOf(room: string, id: string): Promise<number | null> {
  const here = shelfOf(room).line?.messages.find((message) => message.id === id);
  if (here) return here.seq;
  const before = await api.listMessages(room, { before_id: id }, 1);
  const edge = before.messages[before.messages.length - 1]?.seq ?? 0;
  const [found] = (await api.listMessages(room, { after: edge }, 1)).messages;
  return found?.id === id ? found.seq : null;
}

/** Takes one that was pushed or sent into the history, if that is here. */
export function pushed(message: Message): void {
  edit(message.room_id, (line) => withPushed(line, message));
}

/** Changes a message that is here. */
export function edited(room: string, id: string, change: (message: Message) => Message): void {
  edit(room, (line) => changed(line, id, change));
}

/** Empties a message that was taken back. */
export function taken(room: string, id: string): void {
  edit(room, (line) => recalled(line, id));
}

/** The rooms whose history is here. */
export function shelved(): string[] {
  return [...shelves.keys()];
}

/** Forgets one room's history, or all. */
export function forget(room?: string): void {
  if (room === undefined) shelves.clear();
  else shelves.delete(room);
}

function edit(room: string, change: (line: Timeline) => Timeline): void {
  const { line } = shelfOf(room);
  if (!line) return;
  const next = change(line);
  if (next !== line) put(room, { line: next });
}

function put(room: string, change: Partial<Shelf>): void {
  const next = { ...shelfOf(room), ...change };
  // The newest last, so that the first is the one longest out of use.
  shelves.delete(room);
  shelves.set(room, next);
  if (shelves.size <= MOST_SHELVES) return;
  const [oldest] = shelves.keys();
  if (oldest !== undefined && oldest !== room) shelves.delete(oldest);
}
