// A room that is open and in no list yet: a pair before its first word.
import type { Room } from '../types';

/** What can be said of it from its id alone. */
export function placeholderRoom(id: string, me: string, nameOf: (id: string) => string): Room {
  const [kind = '', one = '', other = ''] = id.split(':');
  const user_id = kind === 'private' ? (one === me ? other : one) : null;
  return {
    room_id: id,
    kind: kind === 'private' ? 'private' : 'group',
    name: user_id ? nameOf(user_id) : '',
    user_id,
    owner_id: null,
    members_count: user_id ? 2 : 0,
    last_message: null,
    created_at: '',
    unread: 0,
    unread_mentions: 0,
    read_seq: 0,
    peer_read_seq: null,
    muted: false,
    quiet_from: null,
    quiet_to: null,
    receipts: true,
  };
}
