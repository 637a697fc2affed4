// What the chat tells the island, and what it only counts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import { badgeCount } from '@/core/badges';
import { dispatch } from '@/core/live/bus';
import { notice, noticeHistory, resetNotices, setQuiet, tellShown } from '@/core/notify';
import { enter } from '@/core/session';
import { readPersonal } from '@/core/storage';
import * as api from './api';
import { t } from './i18n';
import { preview } from './model/preview';
import start from './service';
import { giveUp, outgoingOf } from './state/outbox';
import { findRoom, loadRooms } from './state/rooms';
import { sendDraft } from './state/send';
import type { Message, Removal, Room } from './types';

const ME = '260101';
const ROOM = 'group_1';
const PATIENCE = { timeout: 10_000 };
let stop: () => void;

function tell(seq: number, more: Partial<Message> = {}, historical?: boolean): void {
  const message: Message = {
    id: `m${seq}`,
    seq,
    room_id: ROOM,
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
  dispatch({ type: 'group_message', seq, message, historical });
}

beforeEach(async () => {
  enter({ user_info: { user_id: ME } as UserInfo, screens_locked: false });
  const room: Room = {
    room_id: ROOM,
    kind: 'group',
    name: '物理小组',
    members_count: 2,
    last_message: null,
    created_at: '2026-11-20T00:00:00.000Z',
    unread: 0,
    unread_mentions: 0,
    read_seq: 0,
    muted: false,
    receipts: true,
    owner_id: '260102',
  };
  vi.spyOn(api, 'listRooms').mockResolvedValue({ rooms: [room], removed: [] });
  vi.spyOn(api, 'seeRemoval').mockResolvedValue(undefined);
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
  // The inbox keeps it, so the history of the device does not.
  expect([notice.value?.title, notice.value?.text, noticeHistory.value]).toEqual(['默默 · 物理小组', '@我 3', []]);
  await vi.waitFor(() => expect(badgeCount('chat')).toBe(3), PATIENCE);
});

it('tells the island nothing while the member sits an exam, and counts all the same', async () => {
  setQuiet('exam', true);
  tell(1, { mentions: [ME] });
  expect(notice.value).toBeNull();
  await vi.waitFor(() => expect(badgeCount('chat')).toBe(1), PATIENCE);
});

it('keeps what is in review behind the messages of then, until it is published', async () => {
  vi.spyOn(api, 'sendMessage').mockRejectedValue(new ApiFailure(409, '需要审核', { slug: 'held' }));
  tell(4);
  sendDraft(ROOM, '答案', null);
  const [item] = outgoingOf(ROOM);
  await vi.waitFor(() => expect(outgoingOf(ROOM)).toMatchObject([{ state: 'in_review', after: 4 }]), PATIENCE);
  tell(5);
  expect(outgoingOf(ROOM)).toHaveLength(1);
  tell(6, { sender_id: ME, temp_id: item?.temp_id, content: '答案' });
  expect(outgoingOf(ROOM)).toEqual([]);
});

it('keeps no words of a message that was removed beside what answers it', async () => {
  vi.spyOn(api, 'sendMessage').mockRejectedValue(new ApiFailure(409, '需要审核', { slug: 'held' }));
  const answered = { sender_id: '260102', sender_name: '默默', type: 'text', content: '骂人', recalled: false };
  sendDraft(ROOM, '一', { ...answered, id: 'm8' });
  sendDraft(ROOM, '二', { ...answered, id: 'm9' });
  await vi.waitFor(
    () => expect(outgoingOf(ROOM)).toMatchObject([{ state: 'in_review' }, { state: 'in_review' }]),
    PATIENCE,
  );
  const recall = { type: 'message_recalled', room_id: ROOM, message_id: 'm8', user_id: '260100' } as const;
  dispatch({ ...recall, message_type: 'group', removed_by: 'moderator' });
  expect(outgoingOf(ROOM).map(({ quote }) => quote?.text)).toEqual(['消息已被管理员移除', '骂人']);
  // Nor does the device.
  const [item] = outgoingOf(ROOM);
  expect(JSON.stringify(readPersonal(`chat-out:${ME}:${item?.temp_id}`))).not.toContain('骂人');
  outgoingOf(ROOM).forEach(({ temp_id }) => giveUp(temp_id));
});

it('says of the last word of a room who removed it, until it is restored', () => {
  tell(7);
  const recall = { type: 'message_recalled', room_id: ROOM, message_id: 'm7', user_id: '260100' } as const;
  dispatch({ ...recall, message_type: 'group', removed_by: 'moderator' });
  const last = (): string => preview(findRoom(ROOM)?.last_message as Message, t);
  expect(last()).toBe('消息已被管理员移除');
  const message = { ...findRoom(ROOM)?.last_message, recalled: false, removed_by: undefined, content: '回来了' };
  dispatch({ type: 'message_edited', room_id: ROOM, message_type: 'group', message: message as Message });
  expect(last()).toBe('回来了');
});

const gone: Removal = { room_id: ROOM, name: '物理小组', change: 'kicked', removed_at: '2026-11-20T08:00:00.000Z' };
const titles = (): string[] => noticeHistory.value.map(({ title }) => title);

it('tells whoever is taken out of a group once, though its list knew that before it heard, or heard of nothing', async () => {
  vi.mocked(api.listRooms).mockResolvedValue({ rooms: [], removed: [gone] });
  await loadRooms();
  dispatch({ type: 'group_member_kicked', group_id: ROOM, user_id: ME, kicked_by: '260102' });
  await vi.waitFor(() => expect(api.listRooms).toHaveBeenCalledTimes(3), PATIENCE);
  expect(titles()).toEqual(['你已被移出「物理小组」']);
});

it('tells whoever comes back after long, and of groups that were ended', async () => {
  vi.mocked(api.listRooms).mockResolvedValue({
    rooms: [],
    removed: [gone, { ...gone, room_id: 'group_2', name: '棋社', change: 'dissolved' }],
  });
  dispatch({ type: 'group_member_kicked', group_id: ROOM, user_id: ME, kicked_by: '260102', historical: true });
  await vi.waitFor(() => expect(titles()).toEqual(['「棋社」已解散', '你已被移出「物理小组」']), PATIENCE);
});

it('tells the server when somebody can see it, and again where it was not told', async () => {
  vi.mocked(api.listRooms).mockResolvedValue({ rooms: [], removed: [gone] });
  vi.mocked(api.seeRemoval).mockRejectedValueOnce(new Error('away'));
  await loadRooms();
  expect(api.seeRemoval).not.toHaveBeenCalled();
  noticeHistory.value.forEach(tellShown);
  await loadRooms();
  expect(vi.mocked(api.seeRemoval).mock.calls).toEqual([[ROOM], [ROOM]]);
  expect(titles()).toHaveLength(1);
});
