// The histories that are on screen or were a moment ago. Each room has one piece without holes.
import { shallowReactive } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import * as api from '../api';
import {
  changed,
  recalled,
  withChange,
  withNewer,
  withNewest,
  withOlder,
  withPushed,
  type Timeline,
} from '../model/timeline';
import type { Message, RemovedBy } from '../types';

export interface RoomHistory {
  timeline?: Timeline;
  /** The newest page is on its way. */
  busy: boolean;
  /** A page before the first or after the last is on its way. */
  paging: '' | 'older' | 'newer';
  failure: ApiFailure | null;
  /** Counts the times when something may have been missed. */
  staleSince: number;
  /** The count as of which the timeline is known to lack nothing: it is stale while this is behind. */
  verified: number;
  /** Another one after a jump or once it was cleared: answers for the one before are thrown away. */
  version: object;
}

/** Histories kept in memory besides the open one. */
const MAX_KEPT = 5;
const AROUND = 30;

const histories = shallowReactive(new Map<string, RoomHistory>());
/** The rooms of the histories, the one longest out of use first. */
const used = new Set<string>();
const reads = new Map<object, Promise<void>>();
/** Where someone reads who is not at the end: that place is kept when all is read anew. */
const positions = new Map<string, number>();

/** What is there of a room. */
export function historyOf(room: string): RoomHistory {
  return histories.get(room) ?? { busy: false, paging: '', failure: null, staleSince: 0, verified: 0, version: {} };
}

interface PendingRead {
  room: string;
  changes: ((timeline: Timeline) => Timeline)[];
}

/** Pages on their way, with what was changed since they were asked for. */
const pendingReads = new Set<PendingRead>();

/** Reads messages, and puts on them what was changed while they were on their way. */
async function readMessages<P extends { messages: readonly Message[] }>(
  room: string,
  read: () => Promise<P>,
): Promise<P> {
  const pending: PendingRead = { room, changes: [] };
  pendingReads.add(pending);
  try {
    const page = await read();
    const timeline: Timeline = { messages: page.messages, hasOlder: false, hasNewer: false };
    return { ...page, messages: pending.changes.reduce((now, change) => change(now), timeline).messages };
  } finally {
    pendingReads.delete(pending);
  }
}

/** Reads the newest page; a second call while one is under way waits for the same answer. */
export function loadNewest(room: string): Promise<void> {
  const { version } = update(room, { failure: null });
  const running = reads.get(version);
  if (running) return running;
  const read = readNewest(room, version).finally(() => reads.delete(version));
  reads.set(version, read);
  return read;
}

async function readNewest(room: string, version: object): Promise<void> {
  try {
    for (let isVerified = false; !isVerified;) {
      const { staleSince } = update(room, { busy: true });
      const timelineOf = await newestOf(room);
      const now = histories.get(room);
      if (now?.version !== version) return;
      // What was missed meanwhile may lack in the answer.
      isVerified = now.staleSince === staleSince;
      if (isVerified) update(room, { busy: false, timeline: timelineOf(now.timeline), verified: staleSince });
    }
    merge(room, recent);
  } catch (cause) {
    if (histories.get(room)?.version === version) update(room, { busy: false, failure: asFailure(cause) });
  }
}

/** The piece to show next, made of what is here by then: nothing of that is kept if it is stale. */
async function newestOf(room: string): Promise<(now: Timeline | undefined) => Timeline> {
  const { staleSince, verified } = historyOf(room);
  const isStale = staleSince > verified;
  const place = positions.get(room);
  if (isStale && place !== undefined) {
    const fresh = await around(room, place);
    return () => fresh;
  }
  const page = await readMessages(room, () => api.listMessages(room));
  return (now) => withNewest(isStale ? undefined : now, page);
}

/** Something may have been missed: nothing that is here is added to, it is read anew. */
export function markStale(): void {
  window.clearTimeout(gathering);
  gathered = [];
  recent = [];
  keptRooms().forEach((room) => update(room, { staleSince: historyOf(room).staleSince + 1 }));
}

/** Reads anew what is stale. */
export function refreshStale(): void {
  keptRooms().forEach((room) => {
    const { staleSince, verified } = historyOf(room);
    if (staleSince > verified) void loadNewest(room);
  });
}

/** Where someone reads; null for the end. */
export function keepPosition(room: string, seq: number | null): void {
  if (seq === null) positions.delete(room);
  else positions.set(room, seq);
}

/** A room is closed: the next time it opens in the present. */
export function leave(room: string): void {
  positions.delete(room);
  if (historyOf(room).timeline?.hasNewer) forget(room);
}

/** Goes back to the present after a jump; what is here stays until that is. */
export function backToPresent(room: string): Promise<void> {
  positions.delete(room);
  return loadNewest(room);
}

/** Reads the page before the first message, or after the last. */
export async function loadMore(room: string, where: 'older' | 'newer'): Promise<void> {
  const { timeline, paging, version } = historyOf(room);
  const edge = edgeOf(timeline, where);
  const isMore = where === 'older' ? timeline?.hasOlder : timeline?.hasNewer;
  if (!edge || !isMore || paging) return;
  update(room, { paging: where });
  try {
    const asked = where === 'older' ? { before: edge.seq } : { after: edge.seq };
    const page = await readMessages(room, () => api.listMessages(room, asked));
    const now = histories.get(room);
    // The piece it was asked for may have gone: to another it would not fit.
    if (now?.version !== version || !now.timeline || edgeOf(now.timeline, where)?.id !== edge.id) return;
    update(room, { timeline: where === 'older' ? withOlder(now.timeline, page) : withNewer(now.timeline, page) });
    if (where === 'newer') merge(room, recent);
  } catch {
    // Scrolling there again asks again; what is on screen stays.
  } finally {
    if (histories.get(room)?.version === version) update(room, { paging: '' });
  }
}

function edgeOf(timeline: Timeline | undefined, where: 'older' | 'newer'): Message | undefined {
  return timeline?.messages[where === 'older' ? 0 : timeline.messages.length - 1];
}

/**
 * Goes to a message that may be anywhere in the room's history; false when someone went elsewhere
 * meanwhile. Rejects when it cannot be read.
 */
export async function jumpTo(room: string, seq: number): Promise<boolean> {
  if (historyOf(room).timeline?.messages.some((message) => message.seq === seq)) return true;
  const version = {};
  const { staleSince } = update(room, { version, busy: false, paging: '' });
  positions.set(room, seq);
  try {
    const timeline = await around(room, seq);
    if (histories.get(room)?.version !== version) return false;
    update(room, { timeline, verified: staleSince, failure: null });
    merge(room, recent);
    return true;
  } catch (cause) {
    positions.delete(room);
    throw cause;
  } finally {
    refreshStale();
  }
}

function around(room: string, seq: number): Promise<Timeline> {
  return readMessages(room, async () => {
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
  const here = historyOf(room).timeline?.messages.find((message) => message.id === id);
  if (here) return here.seq;
  const before = await api.listMessages(room, { before_id: id }, 1);
  const edge = before.messages[before.messages.length - 1]?.seq ?? 0;
  const [found] = (await api.listMessages(room, { after: edge }, 1)).messages;
  return found?.id === id ? found.seq : null;
}

/** A busy room is drawn anew at most so often. */
const GATHER_MS = 40;
/** Pushed messages remembered for pages that were on their way meanwhile. */
const MAX_RECENT = 200;
let gathered: Message[] = [];
let recent: Message[] = [];
let gathering = 0;

/** Takes one that was pushed or sent into the history, if that is here. */
export function pushed(message: Message): void {
  gathered.push(message);
  recent = [...recent, message].slice(-MAX_RECENT);
  if (gathered.length === 1) gathering = window.setTimeout(settle, GATHER_MS);
}

/** Takes in at once what was gathered. */
export function settle(): void {
  window.clearTimeout(gathering);
  const all = gathered;
  gathered = [];
  new Set(all.map(({ room_id }) => room_id)).forEach((room) => merge(room, all));
}

function merge(room: string, all: readonly Message[]): void {
  edit(room, (timeline) => withPushed(timeline, ...all.filter(({ room_id }) => room_id === room)));
}

/** Changes a message that is here, or on its way. */
export function edited(room: string, id: string, change: (message: Message) => Message): void {
  // What is on its way may have been changed further.
  underWay(room, (timeline) => changed(timeline, id, (message) => withChange(message, change(message))));
  recent = recent.map((message) => (message.id === id ? change(message) : message));
  edit(room, (timeline) => changed(timeline, id, change));
}

/** Empties a message that was taken back, or removed by another. */
export function applyRecall(room: string, id: string, removedBy?: RemovedBy): void {
  underWay(room, (timeline) => recalled(timeline, id, removedBy));
  recent = recent.filter((message) => message.id !== id && message.reply?.id !== id);
  edit(room, (timeline) => recalled(timeline, id, removedBy));
}

function underWay(room: string, change: (timeline: Timeline) => Timeline): void {
  pendingReads.forEach((read) => read.room === room && read.changes.push(change));
}

/** The rooms whose history is here. */
function keptRooms(): string[] {
  return [...histories.keys()];
}

/** Forgets one room's history, or all. */
export function forget(room?: string): void {
  gathered = room === undefined ? [] : gathered.filter(({ room_id }) => room_id !== room);
  recent = room === undefined ? [] : recent.filter(({ room_id }) => room_id !== room);
  for (const one of room === undefined ? keptRooms() : [room]) {
    histories.delete(one);
    used.delete(one);
    positions.delete(one);
  }
}

function edit(room: string, change: (timeline: Timeline) => Timeline): void {
  // What was pushed before comes before.
  if (gathered.length > 0) settle();
  const { timeline } = historyOf(room);
  if (!timeline) return;
  const next = change(timeline);
  if (next !== timeline) update(room, { timeline: next });
}

function update(room: string, change: Partial<RoomHistory>): RoomHistory {
  const next = { ...historyOf(room), ...change };
  histories.set(room, next);
  used.delete(room);
  used.add(room);
  const [oldest] = used;
  if (used.size > MAX_KEPT && oldest !== undefined) {
    used.delete(oldest);
    histories.delete(oldest);
  }
  return next;
}
