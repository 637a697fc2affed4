// The chat's talk with the server, one function per call.
import { api, send } from '@/api/client';
import type { Contact, Draft, Earlier, Group, Member, Message, Removal, Room, RoomChange, SharedPost } from './types';

const PAGE = 50;

export interface History {
  messages: Message[];
  has_more: boolean;
}

interface Where {
  before?: number;
  before_id?: string;
  after?: number;
}

/** One's rooms, the latest word first, and the groups that one was taken out of. */
export function listRooms(): Promise<{ rooms: Room[]; removed: Removal[] }> {
  return send(api.GET('/api/chat/rooms'));
}

/** One has seen that a group is gone. */
export async function seeRemoval(id: string): Promise<void> {
  await send(api.DELETE('/api/chat/removals/{id}', { params: { path: { id } } }));
}

/** Everyone one may write to. */
export async function listContacts(): Promise<Contact[]> {
  return (await send(api.GET('/api/chat/contacts'))).contacts;
}

/** A page of a room's history: the newest, or before or after a `seq`; oldest first. */
export function listMessages(room: string, where: Where = {}, limit = PAGE): Promise<History> {
  return send(api.GET('/api/chat/messages', { params: { query: { room, limit, ...where } } }));
}

/** Sends; the same `temp_id` is the same message, however often. */
export async function sendMessage(room: string, temp_id: string, draft: Draft): Promise<Message> {
  const { message } = await send(api.POST('/api/chat/messages', { body: { room, temp_id, ...draft } }));
  return message;
}

export function editMessage(id: string, content: string): Promise<Message> {
  return send(api.PATCH('/api/chat/messages/{id}', { params: { path: { id } }, body: { content } }));
}

export function listEdits(id: string): Promise<Earlier[]> {
  return send(api.GET('/api/chat/messages/{id}/edits', { params: { path: { id } } }));
}

export async function recallMessage(id: string): Promise<void> {
  await send(api.POST('/api/chat/messages/{id}/recall', { params: { path: { id } } }));
}

/** Adds or takes back a reaction; answers the message as it is then. */
export function react(id: string, emoji: string, add: boolean): Promise<Message> {
  const params = { path: { id, emoji } };
  return send(
    add
      ? api.PUT('/api/chat/messages/{id}/reactions/{emoji}', { params })
      : api.DELETE('/api/chat/messages/{id}/reactions/{emoji}', { params }),
  );
}

export async function pin(id: string, add: boolean): Promise<void> {
  const params = { path: { id } };
  await send(
    add ? api.POST('/api/chat/messages/{id}/pin', { params }) : api.DELETE('/api/chat/messages/{id}/pin', { params }),
  );
}

export function listPins(id: string): Promise<Message[]> {
  return send(api.GET('/api/chat/rooms/{id}/pins', { params: { path: { id } } }));
}

export function search(
  q: string,
  room?: string,
  before?: number,
): Promise<{ messages: Message[]; next?: number | null }> {
  return send(api.GET('/api/chat/search', { params: { query: { q, room, before } } }));
}

/** `keepalive` lets the call outlive the page. */
export async function markRead(room: string, message_id: string, keepalive = false): Promise<void> {
  await send(api.POST('/api/chat/read', { body: { room, message_id }, keepalive }));
}

export async function setRoom(id: string, body: RoomChange): Promise<Partial<Room>> {
  return send(api.PUT('/api/chat/rooms/{id}/settings', { params: { path: { id } }, body })) as Promise<Partial<Room>>;
}

export async function clearHistory(room: string): Promise<void> {
  await send(api.DELETE('/api/chat/history', { params: { query: { room } } }));
}

export function getGroup(id: string): Promise<Group> {
  return send(api.GET('/api/chat/groups/{id}', { params: { path: { id } } }));
}

export async function listMembers(id: string): Promise<Member[]> {
  return (await send(api.GET('/api/chat/groups/{id}/members', { params: { path: { id } } }))).members;
}

export function createGroup(group_name: string, member_ids: string[]): Promise<Group> {
  return send(api.POST('/api/chat/groups', { body: { group_name, member_ids } }));
}

export function renameGroup(id: string, group_name: string): Promise<Group> {
  return send(api.PATCH('/api/chat/groups/{id}', { params: { path: { id } }, body: { group_name } }));
}

export async function announce(id: string, announcement: string): Promise<void> {
  await send(api.PUT('/api/chat/groups/{id}/announcement', { params: { path: { id } }, body: { announcement } }));
}

export function invite(id: string, user_ids: string[]): Promise<Group> {
  return send(api.POST('/api/chat/groups/{id}/invite', { params: { path: { id } }, body: { user_ids } }));
}

export async function kick(id: string, target_user_id: string): Promise<void> {
  await send(api.POST('/api/chat/groups/{id}/kick', { params: { path: { id } }, body: { target_user_id } }));
}

export function transfer(id: string, new_owner_id: string): Promise<Group> {
  return send(api.POST('/api/chat/groups/{id}/transfer', { params: { path: { id } }, body: { new_owner_id } }));
}

export async function leaveGroup(id: string): Promise<void> {
  await send(api.POST('/api/chat/groups/{id}/leave', { params: { path: { id } } }));
}

export async function dissolve(id: string): Promise<void> {
  await send(api.DELETE('/api/chat/groups/{id}', { params: { path: { id } } }));
}

/** A post of the community that a message passes on, if the member sees it. */
export function readSharedPost(id: number, signal: AbortSignal): Promise<SharedPost> {
  return send(api.GET('/api/community/{id}', { params: { path: { id } }, signal }));
}
