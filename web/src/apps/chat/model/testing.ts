// A message for tests of the chat.
import type { Message } from '../types';

/** A text of another member, named by its number. */
export function message(seq: number, more: Partial<Message> = {}): Message {
  return {
    id: `m${seq}`,
    seq,
    room_id: 'public',
    type: 'text',
    content: `${seq}`,
    sender_id: 'b',
    sender_name: 'B',
    mentions: [],
    reactions: [],
    recalled: false,
    created_at: new Date(2026, 10, 21, 9, 0).toISOString(),
    ...more,
  };
}
