// Whom the `@` offers in a room.
import type { Ref } from 'vue';
import { useMentions, type Mentions } from '@/core/mentions/use-mentions';
import { listMembers } from '../api';
import { loadPeople, people as everyone } from '../state/people';
import type { Member, Room } from '../types';

/** The mentions of the field of a room; people of a group are asked for once it is needed. */
export function useRoomMentions(
  room: () => Room,
  text: Ref<string>,
  field: Ref<HTMLTextAreaElement | undefined>,
): Mentions {
  async function who(): Promise<readonly Member[]> {
    const { kind, room_id } = room();
    if (kind === 'group' || kind === 'class') return listMembers(room_id);
    await loadPeople();
    return kind === 'public' ? everyone.value : everyone.value.filter(({ user_id }) => user_id === room().user_id);
  }
  return useMentions(who, text, field);
}
