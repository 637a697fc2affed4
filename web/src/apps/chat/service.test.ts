// What the chat tells the island, and what it only counts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '@/api/types';
import { badgeCount } from '@/core/badges';
import { dispatch } from '@/core/live/bus';
import { noticeHistory, resetNotices } from '@/core/notify';
import { enter } from '@/core/session';
import * as api from './api';
import start from './service';
import { findRoom } from './state/rooms';
import type { Message, Room } from './types';

const ME = '260101';
const ROOM = 'group_1';
const PATIENCE = { timeout: 10_000 };
let stop: () => void;

function tell(seq: number, more: Partial<Message> = {}, historical?: boolean): void {
  const message: Message = {
    id: `m${seq}`, seq, room_id: ROOM, type: 'text', content: `${seq}`, sender_id: '260102', sender_name: '默默',
    mentions: [], reactions: [], recalled: false, created_at: '2026-11-21T00:00:00.000Z', ...more,
  };
  dispatch({ type: 'group_message', seq, message, historical });
}

beforeEach(async () => {
  enter({ user_info: { user_id: ME } as UserInfo, screens_locked: false });
  const room: Room = {
    room_id: ROOM, kind: 'group', name: '物理小组', members_count: 2, last_message: null, unread: 0, unread_mentions: 0,
    read_seq: 0, muted: false, receipts: true, owner_id: '260102',
  };
  vi.spyOn(api, 'listRooms').mockResolvedValue([room]);
  stop = start();
  await vi.waitFor(() => expect(findRoom(ROOM)).toBeDefined(), PATIENCE);
});
afterEach(() => {
  stop();
  resetNotices();
  vi.restoreAllMocks();
});

it('counts what was missed, and who called, once, and tells the island of news alone', async () => {
  tell(1, {}, true);
  tell(2, { mentions: [ME] }, true);
  tell(2, { mentions: [ME] }, true);
  expect(findRoom(ROOM)).toMatchObject({ unread: 2, unread_mentions: 1, last_message: { seq: 2 } });
  expect(noticeHistory.value).toEqual([]);
  tell(3, { mentions: [ME] });
  expect(noticeHistory.value.map(({ title, text }) => [title, text])).toEqual([['默默 · 物理小组', '@我 3']]);
  await vi.waitFor(() => expect(badgeCount('chat')).toBe(3), PATIENCE);
});

it('tells whoever is taken out of a group, or loses it, unless that was long ago', () => {
  const kick = { type: 'group_member_kicked', group_id: ROOM, user_id: ME, kicked_by: '260102' };
  const end = { type: 'group_dissolved', group_id: ROOM };
  dispatch({ ...kick, historical: true });
  dispatch({ ...end, historical: true });
  expect(noticeHistory.value).toEqual([]);
  dispatch(kick);
  dispatch(end);
  expect(noticeHistory.value).toHaveLength(2);
});
