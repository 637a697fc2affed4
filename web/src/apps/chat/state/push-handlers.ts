// What is pushed, taken into the rooms, histories and people that are on this device.
import { subscribe, type Frame, type FrameType } from '@/core/live';
import { onUnresumed } from '@/core/live/on-gap';
import { shallowRef } from 'vue';
import { t } from '../i18n';
import { goneKey } from '../model/preview';
import type { Message, RemovedBy } from '../types';
import { resetReadMarkers } from './read-markers';
import { me } from './me';
import { replaceQuoted } from './outbox';
import { rereadPeople } from './people';
import * as presence from './presence';
import * as rooms from './rooms';
import * as timelines from './timelines';
import { heardTyping } from './typing';

/** Grows with each change of a room's members, name, announcement or pins, for whoever shows them. */
export const roomChanges = shallowRef({ room: '', count: 0 });

const MESSAGES = ['new_message', 'private_message', 'group_message'] as const;
const REACTIONS = ['message_reaction_added', 'message_reaction_removed'] as const;
const PINS = ['message_pinned', 'message_unpinned'] as const;
const PRESENCE = ['user_online', 'user_offline', 'user_status_change'] as const;
const MEMBERSHIP = [
  'group_created',
  'group_member_joined',
  'group_member_left',
  'group_member_kicked',
  'group_dissolved',
  'group_transferred',
  'group_renamed',
  'group_announcement',
] as const;

/** Follows what is pushed; `onMessage` hears each new message, and whether it is old. Answers what ends it. */
export function followPushes(onMessage: (message: Message, isHistorical: boolean) => void): () => void {
  const stops = [
    ...each(MESSAGES, ({ message, historical }) => {
      arrived(message);
      onMessage(message, historical === true);
    }),
    subscribe('message_edited', ({ message }) => heardEdit(message)),
    subscribe('message_recalled', ({ room_id, message_id, removed_by }) =>
      applyRecall(room_id, message_id, removed_by),
    ),
    ...each(REACTIONS, reaction),
    ...each(PINS, ({ room_id }) => touched(room_id)),
    subscribe('message_read', read),
    subscribe('chat_cleared', ({ room_id }) => cleared(room_id)),
    subscribe('chat_settings_changed', () => rooms.loadRoomsSoon()),
    ...each(MEMBERSHIP, membership),
    subscribe('user_typing', typing),
    ...each(PRESENCE, presence.changed),
    subscribe('presence', presence.gathered),
    onUnresumed(timelines.markStale),
    onUnresumed(rooms.loadRoomsSoon, { alsoIf: () => rooms.failure.value !== null }),
    // After those above: it reads what they have marked.
    subscribe('connected', greeted),
    subscribe('reset', readAnew),
  ];
  return () => stops.forEach((stop) => stop());
}

function each<T extends FrameType>(types: readonly T[], handler: (frame: Frame<T>) => void): (() => void)[] {
  return types.map((type) => subscribe(type, handler));
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

/** An edit of what is recalled here says that a moderator has restored it. */
function heardEdit(message: Message): void {
  const { timeline } = timelines.historyOf(message.room_id);
  const wasRecalled = timeline?.messages.find(({ id }) => id === message.id)?.recalled === true;
  corrected(message);
  // It may have been pinned.
  if (wasRecalled && !message.recalled) touched(message.room_id);
}

/** A message was taken back, or removed by another. */
export function applyRecall(room: string, id: string, removed_by?: RemovedBy): void {
  timelines.applyRecall(room, id, removed_by);
  rooms.corrected(room, id, (message) => ({ ...message, recalled: true, content: '', removed_by }));
  replaceQuoted(id, t(goneKey({ removed_by })));
  touched(room);
}

/** One's history of a room was hidden. */
export function cleared(room: string): void {
  timelines.forget(room);
  rooms.patchRoom(room, { last_message: null, unread: 0, unread_mentions: 0 });
  void timelines.loadNewest(room);
  rooms.loadRoomsSoon();
}

function reaction({ type, room_id, message_id, user_id, emoji }: Frame<(typeof REACTIONS)[number]>): void {
  const add = type === 'message_reaction_added';
  timelines.edited(room_id, message_id, (message) => reacted(message, emoji, user_id, add));
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

function read({ room_id: room, reader_id, message_ids: ids }: Frame<'message_read'>): void {
  const known = timelines.historyOf(room).timeline?.messages.find(({ id }) => ids.includes(id));
  const last = rooms.findRoom(room)?.last_message;
  const seq = known?.seq ?? (last && ids.includes(last.id) ? last.seq : undefined);
  if (seq === undefined) rooms.loadRoomsSoon();
  else if (reader_id === me()) rooms.readElsewhere(room, seq);
  else rooms.patchRoom(room, { peer_read_seq: Math.max(seq, rooms.findRoom(room)?.peer_read_seq ?? 0) });
}

function membership(frame: Frame<(typeof MEMBERSHIP)[number]>): void {
  const { type, group_id: room } = frame;
  const isMine = (type === 'group_member_left' || type === 'group_member_kicked') && frame.user_id === me();
  // The list says why a room is gone, also to whoever has missed this.
  rooms.loadRoomsSoon();
  if (!isMine && type !== 'group_dissolved') return touched(room);
  rooms.dropRoom(room);
  timelines.forget(room);
  resetReadMarkers(room);
}

function typing({ from_user_id, from_user_name, room_id, is_typing }: Frame<'user_typing'>): void {
  if (from_user_id === me()) return;
  heardTyping(room_id, from_user_id, from_user_name, is_typing);
}

function greeted(hello: Frame<'connected'>): void {
  presence.greeted(hello);
  timelines.refreshStale();
}

/** Frames may have been missed that no connection brings. */
function readAnew(): void {
  rereadPeople();
  void rooms.replaceRooms();
  timelines.markStale();
  timelines.refreshStale();
}

function touched(room: string): void {
  roomChanges.value = { room, count: roomChanges.value.count + 1 };
}
