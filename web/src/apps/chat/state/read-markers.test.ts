// How far its member has read reaches the server, at a price that a minute can bear.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '@/api/failure';
import type { UserInfo } from '@/api/types';
import { enter } from '@/core/session';
import * as api from '../api';
import type { Message } from '../types';
import { flushReadMarkers, markRead, resetReadMarkers } from './read-markers';
import { loadRooms, resetRooms } from './rooms';

function message(seq: number): Message {
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
  };
}
const history = Array.from({ length: 99 }, (_, i) => message(i + 1));
const read = (seq: number): void => markRead(message(seq), history);
const told = (): unknown[] => vi.mocked(api.markRead).mock.calls.map(([, id]) => id);

beforeEach(async () => {
  vi.useFakeTimers();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  vi.spyOn(api, 'listRooms').mockResolvedValue({
    rooms: [
      {
        room_id: 'class_01',
        kind: 'class',
        name: '',
        members_count: 2,
        last_message: message(99),
        created_at: '2026-11-20T00:00:00.000Z',
        unread: 99,
        unread_mentions: 0,
        read_seq: 0,
        muted: false,
        receipts: true,
      },
    ],
    removed: [],
  });
  vi.spyOn(api, 'markRead').mockResolvedValue(undefined);
  await loadRooms();
});
afterEach(() => {
  resetReadMarkers();
  resetRooms();
  vi.useRealTimers();
});

it('soon, and once for what is read together', async () => {
  for (const seq of [1, 2, 3]) read(seq);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told()).toEqual(['m3']);
});

it('seldom while one reads on: a busy room leaves the minute to other calls', async () => {
  for (let seq = 1; seq <= 60; seq += 1) {
    read(seq);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(told().length).toBeLessThan(10);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told().pop()).toBe('m60');
});

it('at once when the room is left or the page goes, and then no more', async () => {
  read(1);
  flushReadMarkers('class_01');
  expect(told()).toEqual(['m1']);
  read(2);
  flushReadMarkers(undefined, true);
  expect(vi.mocked(api.markRead).mock.calls[1]).toEqual(['class_01', 'm2', true]);
  flushReadMarkers();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toEqual(['m1', 'm2']);
});

it('again when the server did not take it, as late as it asks, and the latest alone', async () => {
  vi.spyOn(api, 'markRead').mockRejectedValueOnce(new ApiFailure(429, '', { retryAfter: 20 }));
  read(1);
  await vi.advanceTimersByTimeAsync(1_000);
  read(2);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(told()).toEqual(['m1']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told()).toEqual(['m1', 'm2']);
});

it('never again what was refused, and nothing for the next member', async () => {
  vi.spyOn(api, 'markRead').mockRejectedValueOnce(new ApiFailure(403, ''));
  read(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toEqual(['m1']);
  read(2);
  resetReadMarkers();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toEqual(['m1']);
});

it('never for a room that was left, as the server would refuse it', async () => {
  read(1);
  vi.mocked(api.listRooms).mockResolvedValue({ rooms: [], removed: [] });
  await loadRooms();
  flushReadMarkers('class_01');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toEqual([]);
});

it('never for a room that was just left, though the list still has it', async () => {
  read(1);
  resetReadMarkers('class_01');
  flushReadMarkers('class_01');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told()).toEqual([]);
});
