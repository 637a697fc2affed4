// The `@` while writing: who fits, which one is chosen, and the keys for it.
import { nextTick, ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import { listMembers } from '../api';
import { complete, matching, mentionAt, type MentionQuery } from '../model/mention';
import { me } from '../state/me';
import { loadPeople, people as everyone } from '../state/people';
import type { Member, Room } from '../types';

export interface Mentions {
  people: ShallowRef<readonly Member[]>;
  active: Ref<number>;
  /** Looks at what stands before the cursor. */
  look: () => void;
  choose: (person: Member) => void;
  /** Takes a key; answers whether it was meant for the list. */
  onKey: (event: KeyboardEvent) => boolean;
  close: () => void;
}

/** The mentions of one field; people of a group are asked for once it is needed. */
export function useMentions(
  room: () => Room,
  text: Ref<string>,
  field: Ref<HTMLTextAreaElement | undefined>,
): Mentions {
  const people = shallowRef<readonly Member[]>([]);
  const active = ref(0);
  let query: MentionQuery | null = null;
  let members: Promise<readonly Member[]> | undefined;

  function close(): void {
    query = null;
    people.value = [];
  }

  async function who(): Promise<readonly Member[]> {
    const { kind, room_id } = room();
    if (kind === 'group' || kind === 'class') return listMembers(room_id);
    await loadPeople();
    return kind === 'public' ? everyone.value : everyone.value.filter(({ user_id }) => user_id === room().user_id);
  }

  async function look(): Promise<void> {
    const cursor = field.value?.selectionStart ?? 0;
    const found = mentionAt(text.value, cursor);
    if (!found) return close();
    query = found;
    members ??= who().catch(() => {
      members = undefined;
      return [];
    });
    const all = await members;
    if (query !== found) return;
    active.value = 0;
    people.value = matching(
      all.filter(({ user_id }) => user_id !== me()),
      found.text,
    );
  }

  function choose(person: Member): void {
    if (!query) return;
    const done = complete(text.value, query, person.net_name);
    text.value = done.text;
    close();
    void nextTick(() => {
      field.value?.focus();
      field.value?.setSelectionRange(done.cursor, done.cursor);
    });
  }

  function onKey(event: KeyboardEvent): boolean {
    const count = people.value.length;
    if (count === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = people.value[active.value];
    if (step) active.value = (active.value + step + count) % count;
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person);
    else if (event.key === 'Escape') close();
    else return false;
    event.preventDefault();
    return true;
  }

  return { people, active, look: () => void look(), choose, onKey, close };
}
