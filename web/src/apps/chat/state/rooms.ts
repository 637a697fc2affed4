// The member's rooms with what is unread in them. Read once, then kept by what is pushed.
import { computed, ref, shallowRef } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import { say } from '@/core/live';
import * as api from '../api';
import type { Message, Room, RoomChange } from '../types';
import { me } from './me';

/** The server counts to there and no further. */
export const MOST_UNREAD = 100;
/** Many group events at once ask for the list once. */
const GATHER_MS = 400;
/** Marks of a busy room share one request. */
const MARK_MS = 2_500;

export const rooms = shallowRef<readonly Room[]>([]);
export const loaded = ref(false);
export const failure = shallowRef<ApiFailure | null>(null);
/** The room that is open before somebody's eyes. */
export const watched = ref('');
/** Everything unread in rooms that are not muted; muted ones count where they call one by name. */
export const unreadTotal = computed(() =>
  rooms.value.reduce((sum, room) => sum + (room.muted ? room.unread_mentions : room.unread), 0),
);

let loading: Promise<void> | undefined;
let gathering = 0;
const marks = new Map<string, { message: Message; timer: number }>();

/** Reads the list anew; a second call while one is under way waits for the same answer. */
export function loadRooms(): Promise<void> {
  loading ??= api
    .listRooms()
    .then((list) => {
      rooms.value = united(list);
      loaded.value = true;
      failure.value = null;
    })
    .catch((cause: unknown) => {
      failure.value = asFailure(cause);
    })
    .finally(() => {
      loading = undefined;
    });
  return loading;
}

/** The list as it was asked for, with what was heard and read since. */
function united(list: readonly Room[]): Room[] {
  const later = list.map((room) => {
    const here = findRoom(room.room_id);
    if (!here) return room;
    const { last_message, unread, unread_mentions, read_seq } = here;
    const isNewer = (last_message?.seq ?? 0) > (room.last_message?.seq ?? 0);
    const isFurther = read_seq > room.read_seq;
    return {
      ...room,
      ...((isNewer || isFurther) && { unread, unread_mentions }),
      ...(isNewer && { last_message }),
      ...(isFurther && { read_seq }),
    };
  });
  return later.sort((a, b) => (b.last_message?.seq ?? 0) - (a.last_message?.seq ?? 0));
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
  const room = findRoom(message.room_id);
  if (!room) return loadRoomsSoon();
  const isNew = message.seq > (room.last_message?.seq ?? 0);
  const isOthers = message.sender_id !== me() && message.seq > room.read_seq && isNew;
  const calls = message.mentions.includes(me());
  const next: Room = {
    ...room,
    last_message: isNew ? message : room.last_message,
    unread: Math.min(room.unread + (isOthers ? 1 : 0), MOST_UNREAD),
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
 * Marks everything up to a message as read: here at once, on the server in a moment. `history` is
 * the piece it stands in, by which what is left is counted.
 */
export function readUpTo(message: Message, history: readonly Message[]): void {
  const room = findRoom(message.room_id);
  if (!room || message.seq <= room.read_seq) return;
  const isAll = message.seq >= (room.last_message?.seq ?? 0);
  const seen = history.filter(
    ({ seq, sender_id }) => seq > room.read_seq && seq <= message.seq && sender_id !== me(),
  ).length;
  // Where counting has stopped, it stays so until the end is reached.
  const left = isAll ? 0 : room.unread >= MOST_UNREAD ? MOST_UNREAD : Math.max(room.unread - seen, 1);
  const calls = isAll ? 0 : room.unread_mentions;
  patchRoom(room.room_id, { read_seq: message.seq, unread: left, unread_mentions: calls });
  const waiting = marks.get(room.room_id);
  if (waiting) {
    waiting.message = message;
    return;
  }
  const timer = window.setTimeout(() => flush(room.room_id), MARK_MS);
  marks.set(room.room_id, { message, timer });
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
export async function setWishes(room_id: string, change: RoomChange): Promise<void> {
  const { muted, quiet_from, quiet_to, receipts } = await api.setRoom(room_id, change);
  patchRoom(room_id, { muted, quiet_from, quiet_to, receipts });
}

/** Forgets everything; someone else may sit here next. */
export function resetRooms(): void {
  window.clearTimeout(gathering);
  marks.forEach(({ timer }) => window.clearTimeout(timer));
  marks.clear();
  rooms.value = [];
  loaded.value = false;
  failure.value = null;
  watched.value = '';
}

function flush(room_id: string): void {
  const waiting = marks.get(room_id);
  marks.delete(room_id);
  if (!waiting || !findRoom(room_id)) return;
  const { id } = waiting.message;
  // The socket counts no requests. A lost mark is repeated by the next one; nothing else hangs on it.
  if (say({ type: 'mark_read', room: room_id, message_id: id })) return;
  api.markRead(room_id, id).catch(() => undefined);
}
