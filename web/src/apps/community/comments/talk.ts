// What the field below a post is about to do: answer, quote, or change what was said. Rows begin it, the field ends it.
import { shallowRef, type ShallowRef } from 'vue';
import type { Comment } from '../types';

export type Intent = { kind: 'reply' | 'quote' | 'edit'; comment: Comment };

export interface Talk {
  intent: ShallowRef<Intent | null>;
  begin: (kind: Intent['kind'], comment: Comment) => void;
  end: () => void;
  /** The comment that was written here last, which the list shows. */
  said: ShallowRef<number | null>;
}

/** One for each post that is shown. */
export function useTalk(): Talk {
  const intent = shallowRef<Intent | null>(null);
  return {
    intent,
    begin: (kind, comment) => (intent.value = { kind, comment }),
    end: () => (intent.value = null),
    said: shallowRef<number | null>(null),
  };
}
