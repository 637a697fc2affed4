// The keys of a field that sends what is written in it: Enter sends, never while an input method chooses characters,
// and Shift+Enter is a new line.
import { nextTick, type Ref } from 'vue';
import { isComposing } from '../hotkeys';
import { hasKeyboard as keyboardIsThere } from '../shortcut-keys';

export interface ComposerKeys {
  /** False on a touch keyboard, which has no second key for a new line and may say nothing of its Enter but its work. */
  hasKeyboard: boolean;
  onKeydown: (event: KeyboardEvent) => void;
  onBeforeInput: (event: Event) => void;
  /** Puts words in the place of what is selected, or where the cursor stands. */
  insert: (words: string) => Promise<void>;
  /** Begins a new line; the keyboard of a phone stays open. */
  insertNewline: () => Promise<void>;
}

export interface ComposerOptions {
  field: Ref<HTMLTextAreaElement | undefined>;
  text: Ref<string>;
  send: () => void;
  /** Ends what Escape ends; there may be nothing. */
  cancel: () => void;
  /** Called after words were inserted, as after typing. */
  onInput: () => void;
  /** Takes a key before the field does, such as for a list of suggestions; answers whether it did. */
  takesKey?: (event: KeyboardEvent) => boolean;
}

export function useComposerKeys({ field, text, send, cancel, onInput, takesKey }: ComposerOptions): ComposerKeys {
  const hasKeyboard = keyboardIsThere();

  function onKeydown(event: KeyboardEvent): void {
    if (isComposing(event) || takesKey?.(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') {
      // Whoever writes wants no window closed: what has the focus keeps the key.
      event.preventDefault();
      cancel();
    }
  }

  /** Input methods of phones report no key: the line break is all that is heard of Enter. */
  function onBeforeInput(event: Event): void {
    const { inputType, isComposing: isOpen } = event as InputEvent;
    if (hasKeyboard || isOpen || inputType !== 'insertLineBreak') return;
    event.preventDefault();
    send();
  }

  async function insert(words: string): Promise<void> {
    const start = field.value?.selectionStart ?? text.value.length;
    const end = field.value?.selectionEnd ?? start;
    text.value = text.value.slice(0, start) + words + text.value.slice(end);
    await nextTick();
    field.value?.setSelectionRange(start + words.length, start + words.length);
    onInput();
  }

  function insertNewline(): Promise<void> {
    field.value?.focus();
    return insert('\n');
  }

  return { hasKeyboard, onKeydown, onBeforeInput, insert, insertNewline };
}
