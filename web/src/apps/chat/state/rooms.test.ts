// The list of rooms: what is read from the server and what is heard meanwhile.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import { enter } from '@/core/session';
import * as api from '../api';
import type { Message, Room } from '../types';
import {
  dropRoom,
  failure,
  findRoom,
  firstRooms,
  heard,
  loadRooms,
  patchRoom,
  readElsewhere,
  readUpTo,
  replaceRooms,
  resetRooms,
  rooms,
  unreadTotal,
} from './rooms';

function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    seq,
    room_id: 'class_01',
    type: 'text',
    content: `${seq}`,
    sender_id: '260102',
    sender_name: '默默',
    mentions: [],
    reactions: [],
    recalled: false,
    created_at: '2026-11-21T00:00:00.000Z',
    ...more,
  };
}
function room(room_id: string, more: Partial<Room> = {}): Room {
  return {
    room_id,
    kind: 'class',
    name: room_id,
    members_count: 2,
    last_message: null,
    created_at: '2026-11-20T00:00:00.000Z',
    unread: 0,
    unread_mentions: 0,
    read_seq: 0,
    muted: false,
    receipts: true,
    ...more,
  };
}
let list: Room[];

beforeEach(() => {
  vi.useFakeTimers();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  resetRooms();
  list = [
    room('public', { last_message: message(9, { room_id: 'public' }) }),
    room('class_01', { last_message: message(5), read_seq: 5 }),
  ];
  vi.spyOn(api, 'listRooms').mockImplementation(() => Promise.resolve({ rooms: list, removed: [] }));
});
afterEach(() => vi.useRealTimers());

it('counts what others say, brings the room up, and calls by name', async () => {
  await loadRooms();
  heard(message(11));
  heard(message(12, { sender_id: '260101' }));
  heard(message(13, { mentions: ['260101'] }));
  expect(rooms.value.map(({ room_id }) => room_id)).toEqual(['class_01', 'public']);
  expect(findRoom('class_01')).toMatchObject({ unread: 2, unread_mentions: 1, last_message: { seq: 13 } });
  expect(unreadTotal.value).toBe(2);
});

it('counts nothing twice', async () => {
  await loadRooms();
  heard(message(11));
  heard(message(11));
  heard(message(4));
  expect(findRoom('class_01')?.unread).toBe(1);
});

it('counts muted rooms by name alone', async () => {
  list = [room('class_01', { muted: true, unread: 7, unread_mentions: 1 })];
  await loadRooms();
  expect(unreadTotal.value).toBe(1);
});

it('keeps what was heard while an older list was on its way', async () => {
  await loadRooms();
  const again = loadRooms();
  heard(message(11));
  await again;
  expect(findRoom('class_01')).toMatchObject({ unread: 1, last_message: { seq: 11 } });
});

it('takes over what it did not hear of the last word, and of who has read', async () => {
  await loadRooms();
  patchRoom('class_01', { peer_read_seq: 5, last_message: message(5, { content: '新', edited_at: '2026' }) });
  list = [room('class_01', { read_seq: 5, peer_read_seq: 3, last_message: message(5) })];
  await loadRooms();
  expect(findRoom('class_01')).toMatchObject({ peer_read_seq: 5, last_message: { content: '新' } });
  list = [
    room('class_01', { read_seq: 5, peer_read_seq: 6, last_message: message(5, { recalled: true, content: '' }) }),
  ];
  await loadRooms();
  expect(findRoom('class_01')).toMatchObject({ peer_read_seq: 6, last_message: { recalled: true, content: '' } });
});

it('asks once more where it was asked to read anew while an older answer was on its way', async () => {
  const answers: ((list: Room[]) => void)[] = [];
  vi.spyOn(api, 'listRooms').mockImplementation(
    () => new Promise((done) => answers.push((found) => done({ rooms: found, removed: [] }))),
  );
  const first = firstRooms();
  void firstRooms();
  const anew = loadRooms();
  answers[0]?.([room('public')]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.([room('public'), room('class_01')]);
  await Promise.all([first, anew]);
  expect(rooms.value).toHaveLength(2);
  expect(answers).toHaveLength(2);
});

it('keeps from the next member what the one before had asked for', async () => {
  let answer: (list: Room[]) => void = () => undefined;
  vi.spyOn(api, 'listRooms').mockImplementation(
    () => new Promise((done) => (answer = (found) => done({ rooms: found, removed: [] }))),
  );
  const asked = loadRooms();
  resetRooms();
  answer(list);
  await asked;
  expect(rooms.value).toEqual([]);
});

it('reads up to what was on screen', async () => {
  await loadRooms();
  const history = [message(11), message(12), message(13)];
  history.forEach(heard);
  readUpTo(message(12), history);
  expect(findRoom('class_01')).toMatchObject({ unread: 1, read_seq: 12 });
  readUpTo(message(13), history);
  expect(findRoom('class_01')).toMatchObject({ unread: 0, read_seq: 13 });
  await loadRooms();
  expect(findRoom('class_01')).toMatchObject({ unread: 0, read_seq: 13 });
  expect(readUpTo(message(13), history)).toBe(false);
});

it('follows what another device has read, never back', async () => {
  await loadRooms();
  heard(message(11));
  readElsewhere('class_01', 11);
  expect(findRoom('class_01')).toMatchObject({ unread: 0, read_seq: 11 });
  readElsewhere('class_01', 5);
  expect(findRoom('class_01')?.read_seq).toBe(11);
});

it('believes a server that begins anew, which may know less', async () => {
  await loadRooms();
  heard(message(11));
  readUpTo(message(11), [message(11)]);
  patchRoom('class_01', { peer_read_seq: 11 });
  list = [room('class_01', { last_message: message(3), read_seq: 2, peer_read_seq: 1, unread: 1 })];
  await replaceRooms();
  expect(findRoom('class_01')).toMatchObject({ read_seq: 2, peer_read_seq: 1, unread: 1, last_message: { seq: 3 } });
  expect(rooms.value).toHaveLength(1);
});

it('believes it at the next answer, where the first did not come, and misses nothing meanwhile', async () => {
  await loadRooms();
  vi.spyOn(api, 'listRooms').mockRejectedValueOnce(new Error('away'));
  await replaceRooms();
  expect(findRoom('class_01')?.read_seq).toBe(5);
  list = [room('class_01', { read_seq: 2, last_message: message(3) })];
  const again = loadRooms();
  heard(message(4));
  list = [room('class_01', { read_seq: 2, last_message: message(4), unread: 1 })];
  await again;
  expect(findRoom('class_01')).toMatchObject({ read_seq: 2, unread: 1, last_message: { seq: 4 } });
});

it('shows a group at its time until someone writes, and none that is lost', async () => {
  const at = (minute: number): string => `2026-11-21T00:0${minute}:00.000Z`;
  const place = (): string[] => rooms.value.map(({ room_id }) => room_id);
  list = [
    room('group_old', { created_at: at(1) }),
    room('class_01', { last_message: message(5, { created_at: at(2) }) }),
    room('group_new', { created_at: at(3) }),
  ];
  await loadRooms();
  expect(place()).toEqual(['group_new', 'class_01', 'group_old']);
  heard(message(6, { created_at: at(4) }));
  expect(place()).toEqual(['class_01', 'group_new', 'group_old']);
  dropRoom('group_new');
  expect(place()).toEqual(['class_01', 'group_old']);
});

it('asks again when the limit of the server is over', async () => {
  vi.mocked(api.listRooms).mockRejectedValueOnce(new ApiFailure(429, '操作太频繁', { retryAfter: 20 }));
  await replaceRooms();
  expect(failure.value?.status).toBe(429);
  const asked = vi.mocked(api.listRooms).mock.calls.length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(vi.mocked(api.listRooms).mock.calls.length).toBe(asked + 1);
  expect([failure.value, rooms.value.length > 0]).toEqual([null, true]);
});
