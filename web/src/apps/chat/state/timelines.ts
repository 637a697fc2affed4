// The histories that are on screen or were a moment ago. Each room has one piece without holes.
import { shallowReactive } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import * as api from '../api';
import {
  changed,
  later,
  recalled,
  withNewer,
  withNewest,
  withOlder,
  withPushed,
  type Timeline,
} from '../model/timeline';
import type { Message } from '../types';

export interface Shelf {
  line?: Timeline;
  /** The newest page is on its way. */
  busy: boolean;
  /** A page before the first or after the last is on its way. */
  paging: '' | 'older' | 'newer';
  failure: ApiFailure | null;
  /** How often something may have been missed, and as of which time what is here is sure. */
  missed: number;
  sure: number;
  /** Another one after a jump or once it was cleared: answers for the one before are thrown away. */
  self: object;
}

/** Histories kept in memory besides the open one. */
const MOST_SHELVES = 5;
const AROUND = 30;

const shelves = shallowReactive(new Map<string, Shelf>());
/** The rooms of the shelves, the one longest out of use first. */
const used = new Set<string>();
const reads = new Map<object, Promise<void>>();
/** Where someone reads who is not at the end: that place is kept when all is read anew. */
const places = new Map<string, number>();

/** What is there of a room. */
export function shelfOf(room: string): Shelf {
  return shelves.get(room) ?? { busy: false, paging: '', failure: null, missed: 0, sure: 0, self: {} };
}

interface Flight {
  room: string;
  changes: ((line: Timeline) => Timeline)[];
}

/** Pages on their way, with what was changed since they were asked for. */
const flights = new Set<Flight>();

/** Reads messages, and puts on them what was changed while they were on their way. */
async function arriving<P extends { messages: readonly Message[] }>(room: string, read: () => Promise<P>): Promise<P> {
  const flight: Flight = { room, changes: [] };
  flights.add(flight);
  try {
    const page = await read();
    const line: Timeline = { messages: page.messages, hasOlder: false, hasNewer: false };
    return { ...page, messages: flight.changes.reduce((now, change) => change(now), line).messages };
  } finally {
    flights.delete(flight);
  }
}

/** Reads the newest page; a second call while one is under way waits for the same answer. */
export function loadNewest(room: string): Promise<void> {
  const { self } = put(room, { failure: null });
  const running = reads.get(self);
  if (running) return running;
  const read = readNewest(room, self).finally(() => reads.delete(self));
  reads.set(self, read);
  return read;
}

async function readNewest(room: string, self: object): Promise<void> {
  try {
    for (let isSure = false; !isSure;) {
      const { missed } = put(room, { busy: true });
      const lineOf = await newestOf(room);
      const now = shelves.get(room);
      if (now?.self !== self) return;
      // What was missed meanwhile may lack in the answer.
      isSure = now.missed === missed;
      if (isSure) put(room, { busy: false, line: lineOf(now.line), sure: missed });
    }
    take(room, recent);
  } catch (cause) {
    if (shelves.get(room)?.self === self) put(room, { busy: false, failure: asFailure(cause) });
  }
}

/** The piece to show next, made of what is here by then: in doubt nothing of that is kept. */
async function newestOf(room: string): Promise<(now: Timeline | undefined) => Timeline> {
  const { missed, sure } = shelfOf(room);
  const isInDoubt = missed > sure;
  const place = places.get(room);
  if (isInDoubt && place !== undefined) {
    const fresh = await around(room, place);
    return () => fresh;
  }
  const page = await arriving(room, () => api.listMessages(room));
  return (now) => withNewest(isInDoubt ? undefined : now, page);
}

/** Something may have been missed: nothing that is here is added to, it is read anew. */
export function doubt(): void {
  window.clearTimeout(gathering);
  gathered = [];
  recent = [];
  shelved().forEach((room) => put(room, { missed: shelfOf(room).missed + 1 }));
}

/** Reads anew what is in doubt. */
export function settleDoubts(): void {
  shelved().forEach((room) => {
    const { missed, sure } = shelfOf(room);
    if (missed > sure) void loadNewest(room);
  });
}

/** Where someone reads; null for the end. */
export function keepPlace(room: string, seq: number | null): void {
  if (seq === null) places.delete(room);
  else places.set(room, seq);
}

/** A room is closed: the next time it opens in the present. */
export function leave(room: string): void {
  places.delete(room);
  if (shelfOf(room).line?.hasNewer) forget(room);
}

/** Goes back to the present after a jump; what is here stays until that is. */
export function backToPresent(room: string): Promise<void> {
  places.delete(room);
  return loadNewest(room);
}

/** Reads the page before the first message, or after the last. */
export async function loadMore(room: string, where: 'older' | 'newer'): Promise<void> {
  const { line, paging, self } = shelfOf(room);
  const edge = edgeOf(line, where);
  const isMore = where === 'older' ? line?.hasOlder : line?.hasNewer;
  if (!edge || !isMore || paging) return;
  put(room, { paging: where });
  try {
    const asked = where === 'older' ? { before: edge.seq } : { after: edge.seq };
    const page = await arriving(room, () => api.listMessages(room, asked));
    const now = shelves.get(room);
    // The piece it was asked for may have gone: to another it would not fit.
    if (now?.self !== self || !now.line || edgeOf(now.line, where)?.id !== edge.id) return;
    put(room, { line: where === 'older' ? withOlder(now.line, page) : withNewer(now.line, page) });
    if (where === 'newer') take(room, recent);
  } catch {
    // Scrolling there again asks again; what is on screen stays.
  } finally {
    if (shelves.get(room)?.self === self) put(room, { paging: '' });
  }
}

function edgeOf(line: Timeline | undefined, where: 'older' | 'newer'): Message | undefined {
  return line?.messages[where === 'older' ? 0 : line.messages.length - 1];
}

/**
 * Goes to a message that may be anywhere in the room's history; false when someone went elsewhere
 * meanwhile. Rejects when it cannot be read.
 */
export async function jumpTo(room: string, seq: number): Promise<boolean> {
  if (shelfOf(room).line?.messages.some((message) => message.seq === seq)) return true;
  const self = {};
  const { missed } = put(room, { self, busy: false, paging: '' });
  places.set(room, seq);
  try {
    const line = await around(room, seq);
    if (shelves.get(room)?.self !== self) return false;
    put(room, { line, sure: missed, failure: null });
    take(room, recent);
    return true;
  } catch (cause) {
    places.delete(room);
    throw cause;
  } finally {
    settleDoubts();
  }
}

function around(room: string, seq: number): Promise<Timeline> {
  return arriving(room, async () => {
    const [older, newer] = await Promise.all([
      api.listMessages(room, { before: seq + 1 }, AROUND),
      api.listMessages(room, { after: seq }, AROUND),
    ]);
    const messages = [...older.messages, ...newer.messages];
    return { messages, hasOlder: older.has_more, hasNewer: newer.has_more };
  });
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

/** A busy room is drawn anew at most so often. */
const GATHER_MS = 40;
/** Pushed messages remembered for pages that were on their way meanwhile. */
const MOST_RECENT = 200;
let gathered: Message[] = [];
let recent: Message[] = [];
let gathering = 0;

/** Takes one that was pushed or sent into the history, if that is here. */
export function pushed(message: Message): void {
  gathered.push(message);
  recent = [...recent, message].slice(-MOST_RECENT);
  if (gathered.length === 1) gathering = window.setTimeout(settle, GATHER_MS);
}

/** Takes in at once what was gathered. */
export function settle(): void {
  window.clearTimeout(gathering);
  const all = gathered;
  gathered = [];
  new Set(all.map(({ room_id }) => room_id)).forEach((room) => take(room, all));
}

function take(room: string, all: readonly Message[]): void {
  edit(room, (line) => withPushed(line, ...all.filter(({ room_id }) => room_id === room)));
}

/** Changes a message that is here, or on its way. */
export function edited(room: string, id: string, change: (message: Message) => Message): void {
  // What is on its way may have been changed further.
  underWay(room, (line) => changed(line, id, (message) => later(message, change(message))));
  recent = recent.map((message) => (message.id === id ? change(message) : message));
  edit(room, (line) => changed(line, id, change));
}

/** Empties a message that was taken back. */
export function taken(room: string, id: string): void {
  underWay(room, (line) => recalled(line, id));
  recent = recent.filter((message) => message.id !== id && message.reply?.id !== id);
  edit(room, (line) => recalled(line, id));
}

function underWay(room: string, change: (line: Timeline) => Timeline): void {
  flights.forEach((flight) => flight.room === room && flight.changes.push(change));
}

/** The rooms whose history is here. */
function shelved(): string[] {
  return [...shelves.keys()];
}

/** Forgets one room's history, or all. */
export function forget(room?: string): void {
  gathered = room === undefined ? [] : gathered.filter(({ room_id }) => room_id !== room);
  recent = room === undefined ? [] : recent.filter(({ room_id }) => room_id !== room);
  for (const one of room === undefined ? shelved() : [room]) {
    shelves.delete(one);
    used.delete(one);
    places.delete(one);
  }
}

function edit(room: string, change: (line: Timeline) => Timeline): void {
  // What was pushed before comes before.
  if (gathered.length > 0) settle();
  const { line } = shelfOf(room);
  if (!line) return;
  const next = change(line);
  if (next !== line) put(room, { line: next });
}

function put(room: string, change: Partial<Shelf>): Shelf {
  const next = { ...shelfOf(room), ...change };
  shelves.set(room, next);
  used.delete(room);
  used.add(room);
  const [oldest] = used;
  if (used.size > MOST_SHELVES && oldest !== undefined) {
    used.delete(oldest);
    shelves.delete(oldest);
  }
  return next;
}
