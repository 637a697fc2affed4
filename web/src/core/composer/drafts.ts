// What is half written, kept on the device until it is sent.
import { onBeforeUnmount, ref, type Ref } from 'vue';
import { user } from '../session';
import { readPersonal, removePersonal, writePersonal } from '../storage';

const DRAFT_MS = 400;

export interface Drafts {
  /** The draft with an id, such as that of a room; empty when there is none. */
  draftOf: (id: string) => string;
  /** Keeps a draft, or removes it when nothing is written; answers false where the device does not. */
  keepDraft: (id: string, text: string) => boolean;
}

/** The drafts of one app. */
export function draftsOf(app: string): Drafts {
  const keyOf = (id: string): string => `${app}-draft:${user.value?.user_id ?? ''}:${id}`;
  return {
    draftOf(id) {
      const kept = readPersonal(keyOf(id));
      return typeof kept === 'string' ? kept : '';
    },
    keepDraft(id, text) {
      // After a sign-out it would be nobody's.
      if (!user.value) return false;
      if (text.trim()) return writePersonal(keyOf(id), text);
      removePersonal(keyOf(id));
      return true;
    },
  };
}

export interface Draft {
  /** What stands in the field. */
  text: Ref<string>;
  /** What of it the device has: a reload brings that back. */
  kept: Ref<string>;
  /** Keeps the text once nothing has been typed for a moment. */
  keepSoon: () => void;
  /** Keeps nothing of what was typed before: the field is about to hold another text. */
  cancelKeeping: () => void;
}

/**
 * The text of a field that keeps it as a draft, also when the field goes. While something that was sent already is
 * edited in the field, the draft stays as it was.
 */
export function useDraft({ draftOf, keepDraft }: Drafts, id: () => string, isEditing: () => boolean): Draft {
  const text = ref(draftOf(id()));
  const kept = ref(text.value);
  let timer = 0;
  const cancelKeeping = (): void => window.clearTimeout(timer);

  function keepSoon(): void {
    if (isEditing()) return;
    cancelKeeping();
    timer = window.setTimeout(() => {
      if (keepDraft(id(), text.value)) kept.value = text.value;
    }, DRAFT_MS);
  }

  onBeforeUnmount(() => {
    cancelKeeping();
    if (!isEditing()) keepDraft(id(), text.value);
  });
  return { text, kept, keepSoon, cancelKeeping };
}
