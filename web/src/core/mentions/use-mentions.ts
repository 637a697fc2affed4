// The `@` while writing: who fits, which one is chosen, and the keys for it.
import { nextTick, ref, shallowRef, type Ref, type ShallowRef } from 'vue';
import { user } from '../session';
import { complete, matching, mentionAt, type MentionQuery, type Named } from './mention';

export interface Mentions {
  people: ShallowRef<readonly Named[]>;
  active: Ref<number>;
  /** Looks at what stands before the cursor. */
  look: () => void;
  choose: (person: Named) => void;
  /** Takes a key; answers whether it was meant for the list. */
  onKey: (event: KeyboardEvent) => boolean;
  close: () => void;
}

/** The mentions of one field; `who` is asked once somebody is being looked for, and again after a failure. */
export function useMentions(
  who: () => Promise<readonly Named[]>,
  text: Ref<string>,
  field: Ref<HTMLTextAreaElement | undefined>,
): Mentions {
  const people = shallowRef<readonly Named[]>([]);
  const active = ref(0);
  let query: MentionQuery | null = null;
  let members: Promise<readonly Named[]> | undefined;

  function close(): void {
    query = null;
    people.value = [];
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
      all.filter(({ user_id }) => user_id !== user.value?.user_id),
      found.text,
    );
  }

  function choose(person: Named): void {
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
