// What is half written survives the correction of another message.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { h, nextTick, render } from 'vue';
import type { UserInfo } from '@/api/types';
import { enter } from '@/core/session';
import { placeholderRoom } from '../room/placeholder-room';
import { draftOf, keepDraft } from '../state/drafts';
import type { Message } from '../types';
import MessageComposer from './MessageComposer.vue';

const room = placeholderRoom('private:260101:260102', '260101', () => '默默');
const sent: Message = {
  id: 'm1',
  seq: 1,
  room_id: room.room_id,
  type: 'text',
  content: '早就发出的',
  sender_id: '260101',
  sender_name: '夏天',
  mentions: [],
  reactions: [],
  recalled: false,
  created_at: '2026-11-21T00:00:00.000Z',
};
const place = document.createElement('div');

function show(editing: Message | null): HTMLTextAreaElement {
  render(h(MessageComposer, { room, replying: null, editing }), place);
  return place.querySelector('textarea') as HTMLTextAreaElement;
}

beforeEach(() => {
  vi.useFakeTimers();
  enter({ user_info: { user_id: '260101' } as UserInfo, screens_locked: false });
  keepDraft(room.room_id, '');
});
afterEach(() => {
  render(null, place);
  vi.useRealTimers();
});

it('keeps the draft, not the message under correction, however soon one turns to that', async () => {
  const field = show(null);
  field.value = '写到一半';
  field.dispatchEvent(new Event('input'));
  show(sent);
  await nextTick();
  expect(field.value).toBe('早就发出的');
  vi.advanceTimersByTime(1_000);
  expect(draftOf(room.room_id)).toBe('写到一半');
  show(null);
  await nextTick();
  expect(field.value).toBe('写到一半');
});
