// What is pushed, taken into the rooms, histories and people that are on this device.
import { subscribe, type LiveFrame } from '@/core/live';
import { shallowRef } from 'vue';
import type { Message } from '../types';
import { resetReadMarkers } from './read-markers';
import { me } from './me';
import { rereadPeople } from './people';
import * as presence from './presence';
import * as rooms from './rooms';
import * as timelines from './timelines';
import { heardTyping } from './typing';

/** Grows with each change of a room's members, name, announcement or pins, for whoever shows them. */
export const roomChanges = shallowRef({ room: '', count: 0 });

type Handler = (frame: LiveFrame) => void;

const MESSAGES = ['new_message', 'private_message', 'group_message'];
const REACTIONS = ['message_reaction_added', 'message_reaction_removed'];
const PINS = ['message_pinned', 'message_unpinned'];
const MEMBERSHIP = [
  'group_created',
  'group_member_joined',
  'group_member_left',
  'group_member_kicked',
  'group_dissolved',
  'group_transferred',
  'group_renamed',
  'group_announcement',
];

/** Follows what is pushed; `onMessage` hears each new message. Answers what ends it. */
export function followPushes(onMessage: (message: Message, frame: LiveFrame) => void): () => void {
  const message: Handler = (frame) => {
    const told = frame.message as Message;
    arrived(told);
    onMessage(told, frame);
  };
  const handlers: [readonly string[], Handler][] = [
    [MESSAGES, message],
    [['message_edited'], (frame) => corrected(frame.message as Message)],
    [['message_recalled'], (frame) => applyRecall(text(frame.room_id), text(frame.message_id))],
    [REACTIONS, reaction],
    [PINS, (frame) => touched(text(frame.room_id))],
    [['message_read'], read],
    [['chat_cleared'], (frame) => cleared(text(frame.room_id))],
    [['chat_settings_changed'], () => rooms.loadRoomsSoon()],
    [MEMBERSHIP, membership],
    [['user_typing'], typing],
    [['user_online', 'user_offline', 'user_status_change'], presence.changed],
    [['presence'], presence.gathered],
    [['connected'], connected],
    [['reset'], readAnew],
  ];
  const stops = handlers.flatMap(([types, handler]) => types.map((type) => subscribe(type, handler)));
  return () => stops.forEach((stop) => stop());
}

/** Takes a message in, whether it was pushed or is the answer to sending it. */
export function arrived(message: Message): void {
  timelines.pushed(message);
  rooms.heard(message);
  heardTyping(message.room_id, message.sender_id, '', false);
}

/** Takes a message as it is now, after an edit, a reaction or the like. */
export function corrected(message: Message): void {
  timelines.edited(message.room_id, message.id, () => message);
  rooms.corrected(message.room_id, message.id, () => message);
}

/** A message was taken back. */
export function applyRecall(room: string, id: string): void {
  timelines.applyRecall(room, id);
  rooms.corrected(room, id, (message) => ({ ...message, recalled: true, content: '' }));
  touched(room);
}

/** One's history of a room was hidden. */
export function cleared(room: string): void {
  timelines.forget(room);
  rooms.patchRoom(room, { last_message: null, unread: 0, unread_mentions: 0 });
  void timelines.loadNewest(room);
  rooms.loadRoomsSoon();
}

function reaction({ type, room_id, message_id, user_id, emoji }: LiveFrame): void {
  const [who, what] = [text(user_id), text(emoji)];
  const add = type === 'message_reaction_added';
  timelines.edited(text(room_id), text(message_id), (message) => reacted(message, what, who, add));
}

/** A message with a reaction more or less; again changes nothing. */
export function reacted(message: Message, emoji: string, user: string, add: boolean): Message {
  const known = message.reactions.find((one) => one.emoji === emoji);
  const users = new Set(known?.user_ids);
  if (users.has(user) === add) return message;
  if (add) users.add(user);
  else users.delete(user);
  const next = { emoji, count: users.size, user_ids: [...users] };
  const reactions = known ? message.reactions.map((one) => (one === known ? next : one)) : [...message.reactions, next];
  return { ...message, reactions: reactions.filter(({ count }) => count > 0) };
}

function read({ room_id, reader_id, message_ids }: LiveFrame): void {
  const room = text(room_id);
  const ids = list(message_ids);
  const known = timelines.historyOf(room).timeline?.messages.find(({ id }) => ids.includes(id));
  const last = rooms.findRoom(room)?.last_message;
  const seq = known?.seq ?? (last && ids.includes(last.id) ? last.seq : undefined);
  if (seq === undefined) rooms.loadRoomsSoon();
  else if (reader_id === me()) rooms.readElsewhere(room, seq);
  else rooms.patchRoom(room, { peer_read_seq: Math.max(seq, rooms.findRoom(room)?.peer_read_seq ?? 0) });
}

function membership({ type, group_id, user_id }: LiveFrame): void {
  const room = text(group_id);
  const isMine = user_id === me() && (type === 'group_member_left' || type === 'group_member_kicked');
  // The list says why a room is gone, also to whoever has missed this.
  rooms.loadRoomsSoon();
  if (!isMine && type !== 'group_dissolved') return touched(room);
  timelines.forget(room);
  resetReadMarkers(room);
}

function typing({ from_user_id, from_user_name, room_id, is_typing }: LiveFrame): void {
  if (from_user_id === me()) return;
  heardTyping(text(room_id), text(from_user_id), text(from_user_name), is_typing === true);
}

function connected(hello: LiveFrame): void {
  presence.greeted(hello);
  // What was read before this connection may lack what came before it stood.
  if (hello.resumed !== true) timelines.markStale();
  if (hello.resumed !== true || rooms.failure.value) rooms.loadRoomsSoon();
  timelines.refreshStale();
}

/** Something may have been missed. */
function readAnew(): void {
  rereadPeople();
  void rooms.replaceRooms();
  timelines.markStale();
  timelines.refreshStale();
}

function touched(room: string): void {
  roomChanges.value = { room, count: roomChanges.value.count + 1 };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
