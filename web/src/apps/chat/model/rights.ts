// Who may do what in a room, as far as the screen is concerned; the server has the last word. Pure.
import type { Role } from '@/core/manifest';
import type { Room } from '../types';

/** Pins and takes down: an owner, moderators, both of a pair. */
export function mayArrange(room: Pick<Room, 'kind' | 'owner_id'>, me: string, role: Role): boolean {
  if (room.kind === 'private') return true;
  return room.kind === 'group' ? room.owner_id === me : role !== 'student';
}
