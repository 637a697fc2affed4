// The member's rooms with what is unread in them. Read once, then kept by what is pushed.
import { computed, ref, shallowRef } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import * as api from '../api';
import { indexAfter, later } from '../model/timeline';
import type { Message, Room, RoomChange } from '../types';
import { me } from './me';
import { resetRemovals, tellRemovals } from './removals';

/** The server counts to there and no further. */
export const MAX_UNREAD = 100;
/** Many group events at once ask for the list once. */
const GATHER_MS = 400;

export const rooms = shallowRef<readonly Room[]>([]);
export const loaded = ref(false);
export const failure = shallowRef<ApiFailure | null>(null);
/** The room that is open before somebody's eyes. */
export const watched = ref('');
/** Everything unread in rooms that are not muted; muted ones count where they call one by name. */
export const unreadTotal = computed(() =>
  rooms.value.reduce((sum, room) => sum + (room.muted ? room.unread_mentions : room.unread), 0),
);

interface Load {
  isBehind: boolean;
  /** Nothing that is here is put into the answer. */
  isAnew: boolean;
  done: Promise<void>;
}

let loading: Load | undefined;
/** What is here may be of a server that is no more: a restored backup knows less. */
let isInDoubt = false;
let gathering = 0;

/** Reads the list anew. What is under way may have been answered before what is asked for: then once more. */
export function loadRooms(): Promise<void> {
  if (loading) {
    loading.isBehind = true;
    return loading.done;
  }
  const load: Load = { isBehind: false, isAnew: false, done: Promise.resolve() };
  loading = load;
  load.done = readRooms(load);
  return load.done;
}

/** Reads the list anew, and believes the answer alone: marks and last words that are here go. */
export function replaceRooms(): Promise<void> {
  isInDoubt = true;
  return loadRooms();
}

/** Waits until the list has been asked for once, whatever came of it. */
export async function firstRooms(): Promise<void> {
  if (!loaded.value) await (loading?.done ?? loadRooms());
}

async function readRooms(load: Load): Promise<void> {
  do {
    load.isBehind = false;
    load.isAnew = isInDoubt;
    isInDoubt = false;
    try {
      const list = await api.listRooms();
      // Someone else may sit here by now.
      if (loading !== load) return;
      rooms.value = load.isAnew ? sorted(list.rooms) : united(list.rooms);
      loaded.value = true;
      failure.value = null;
      tellRemovals(list.removed);
    } catch (cause) {
      if (loading !== load) return;
      isInDoubt ||= load.isAnew;
      failure.value = asFailure(cause);
    }
  } while (load.isBehind);
  loading = undefined;
  const { status, retryAfter } = failure.value ?? {};
  // Nobody else asks again until a message comes.
  if (status === 429) window.setTimeout(() => failure.value && void loadRooms(), (retryAfter ?? 1) * 1000);
}

/** The list as it was asked for, with what was heard and read since. */
function united(list: readonly Room[]): Room[] {
  const merged = list.map((room) => {
    const here = findRoom(room.room_id);
    if (!here) return room;
    const { last_message: last, unread, unread_mentions, read_seq, peer_read_seq } = here;
    const isNewer = (last?.seq ?? 0) > (room.last_message?.seq ?? 0);
    const isFurther = read_seq > room.read_seq;
    const isSame = last && last.id === room.last_message?.id;
    return {
      ...room,
      ...((isNewer || isFurther) && { unread, unread_mentions }),
      ...(isNewer && { last_message: last }),
      ...(isSame && room.last_message && { last_message: later(last, room.last_message) }),
      ...(isFurther && { read_seq }),
      ...((peer_read_seq ?? 0) > (room.peer_read_seq ?? 0) && { peer_read_seq }),
    };
  });
  return sorted(merged);
}

/** By the newest of last word and making: a group that is just made stands on top. */
function sorted(list: readonly Room[]): Room[] {
  return [...list].sort((a, b) => timeOf(b) - timeOf(a) || (b.last_message?.seq ?? 0) - (a.last_message?.seq ?? 0));
}

function timeOf({ last_message: last, created_at }: Room): number {
  return Math.max(last ? Date.parse(last.created_at) : 0, Date.parse(created_at) || 0);
}

/** A room that one has lost leaves the list at once; the next answer says so too. */
export function dropRoom(id: string): void {
  rooms.value = rooms.value.filter(({ room_id }) => room_id !== id);
}

/** Reads the list soon. */
export function loadRoomsSoon(): void {
  window.clearTimeout(gathering);
  gathering = window.setTimeout(() => void loadRooms(), GATHER_MS);
}

export function findRoom(id: string): Room | undefined {
  return rooms.value.find((room) => room.room_id === id);
}

/** Changes what is known of a room. */
export function patchRoom(id: string, change: Partial<Room>): void {
  rooms.value = rooms.value.map((room) => (room.room_id === id ? { ...room, ...change } : room));
}

/** Takes a new message into the list: the last word, and what is unread. */
export function heard(message: Message): void {
  // An answer that replaces everything may lack it.
  if (loading?.isAnew) loading.isBehind = true;
  const room = findRoom(message.room_id);
  if (!room) return loadRoomsSoon();
  const isNew = message.seq > (room.last_message?.seq ?? 0);
  const isOthers = message.sender_id !== me() && message.seq > room.read_seq && isNew;
  const calls = message.mentions.includes(me());
  const next: Room = {
    ...room,
    last_message: isNew ? message : room.last_message,
    unread: Math.min(room.unread + (isOthers ? 1 : 0), MAX_UNREAD),
    unread_mentions: room.unread_mentions + (isOthers && calls ? 1 : 0),
  };
  const rest = rooms.value.filter((entry) => entry !== room);
  const at = isNew ? 0 : rooms.value.indexOf(room);
  rooms.value = [...rest.slice(0, at), next, ...rest.slice(at)];
}

/** The last word of a room was changed or taken back. */
export function corrected(room_id: string, id: string, change: (message: Message) => Message): void {
  const last = findRoom(room_id)?.last_message;
  if (last?.id === id) patchRoom(room_id, { last_message: change(last) });
}

/**
 * Takes everything up to a message as read; answers whether that is news for the server. `history`
 * is the piece it stands in, by which what is left is counted.
 */
export function readUpTo(message: Message, history: readonly Message[]): boolean {
  const room = findRoom(message.room_id);
  if (!room || message.seq <= room.read_seq) return false;
  const isAll = message.seq >= (room.last_message?.seq ?? 0);
  let seen = 0;
  for (let at = indexAfter(history, room.read_seq); at < indexAfter(history, message.seq); at += 1) {
    if (history[at]?.sender_id !== me()) seen += 1;
  }
  // Where counting has stopped, it stays so until the end is reached.
  const left = isAll ? 0 : room.unread >= MAX_UNREAD ? MAX_UNREAD : Math.max(room.unread - seen, 1);
  const calls = isAll ? 0 : room.unread_mentions;
  patchRoom(room.room_id, { read_seq: message.seq, unread: left, unread_mentions: calls });
  return true;
}

/** Another device of the member has read up to there. */
export function readElsewhere(room_id: string, seq: number): void {
  const room = findRoom(room_id);
  if (!room || seq <= room.read_seq) return;
  const isAll = seq >= (room.last_message?.seq ?? 0);
  patchRoom(room_id, { read_seq: seq, ...(isAll && { unread: 0, unread_mentions: 0 }) });
  if (!isAll) loadRoomsSoon();
}

/** Sets how a room may disturb. */
export async function changeRoomSettings(room_id: string, change: RoomChange): Promise<void> {
  const { muted, quiet_from, quiet_to, receipts } = await api.setRoom(room_id, change);
  patchRoom(room_id, { muted, quiet_from, quiet_to, receipts });
}

/** Forgets everything; someone else may sit here next. */
export function resetRooms(): void {
  window.clearTimeout(gathering);
  loading = undefined;
  isInDoubt = false;
  resetRemovals();
  rooms.value = [];
  loaded.value = false;
  failure.value = null;
  watched.value = '';
}
