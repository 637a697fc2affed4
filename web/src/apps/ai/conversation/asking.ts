// Asks what was written: in the open conversation, or as the first question of a new one.
import { computed, nextTick, ref, shallowRef, watch, type Ref, type WritableComputedRef } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import type { QuestionOptions } from '../state/choice';
import { ask, forgetConversation, isRefused, registerNewConversation, type Conversation } from '../state/conversations';
import { keepAsDraft, keepDraft } from '../state/drafts';
import { beginConversation, removeConversation } from '../state/queries';
import type { Attachment } from '../types';
import { askInPlace } from './undo';

interface Composer {
  /** What stands in the field. */
  written: () => string;
  refill: (text: string, files: readonly Attachment[], conversation?: string) => void;
}

export interface AskingOptions {
  /** The open conversation; null for one that has not begun. */
  conversation: Readonly<Ref<Conversation | null>>;
  /** The preset of the open conversation, or the one that was chosen for the next. */
  preset: Readonly<Ref<string | null>>;
  options: Readonly<Ref<QuestionOptions>>;
  composer: Readonly<Ref<Composer | undefined>>;
  /** Shows a conversation that has just begun. */
  onBegun: (id: string) => void;
  /** Shows the start of the next conversation after one was discarded, and chooses the same preset there. */
  onDiscarded: (preset: string | null) => Promise<void>;
  /** A question was put behind the messages. */
  onAsked: () => void;
}

export interface Asking {
  /** Why the last question was not taken, also that of a conversation that has not begun. */
  refusal: WritableComputedRef<ApiFailure | null>;
  /** A conversation begins, or goes with its refused question. */
  busy: Ref<boolean>;
  /** Asks, in the place of an earlier question where `at` names one. */
  send: (text: string, files: Attachment[], at?: number) => Promise<void>;
  askIn: (to: Conversation, text: string, files?: readonly Attachment[], at?: number) => Promise<void>;
}

export function useAsking(view: AskingOptions): Asking {
  const { conversation, composer } = view;
  const busy = ref(false);
  const { refusal, startRefusal } = useRefusal(conversation);

  /** Where there is no field, such as while an exam is on, the question becomes the draft. */
  const refill = (text: string, files: readonly Attachment[], id: string): void =>
    composer.value ? composer.value.refill(text, files, id) : keepAsDraft(id, text, files);

  async function askIn(to: Conversation, text: string, files: readonly Attachment[] = [], at?: number): Promise<void> {
    const asking = (): Promise<boolean> => ask(to, text, { ...view.options.value, files }, at);
    const asked = at === undefined ? asking() : askInPlace(to, text, at, asking);
    void nextTick(view.onAsked);
    if (!(await asked)) refill(text, files, to.id);
  }

  async function send(text: string, files: Attachment[], at?: number): Promise<void> {
    if (conversation.value) return askIn(conversation.value, text, files, at);
    const begun = await begin(text, files);
    if (!begun) return;
    await askIn(begun, text, files);
    if (isRefused(begun)) await discardConversation(begun, text, files);
  }

  /** The conversation of a first question; null where it cannot begin. */
  async function begin(text: string, files: readonly Attachment[]): Promise<Conversation | null> {
    if (busy.value) return null;
    busy.value = true;
    startRefusal.value = null;
    try {
      const made = await beginConversation(view.preset.value ? { preset_id: view.preset.value } : {});
      keepDraft('', '');
      const begun = registerNewConversation(made.id, made.revision);
      view.onBegun(made.id);
      return begun;
    } catch (cause) {
      refill(text, files, '');
      startRefusal.value = asFailure(cause);
      return null;
    } finally {
      busy.value = false;
    }
  }

  /** Removes a conversation whose first question was refused; the question is put into the field of the next one. */
  async function discardConversation(gone: Conversation, text: string, files: readonly Attachment[]): Promise<void> {
    // Elsewhere another question may be half written: this one waits where it was asked.
    if (conversation.value !== gone) return;
    const { refusal: why } = gone;
    const { value: preset } = view.preset;
    busy.value = true;
    try {
      await removeConversation(gone.id);
    } catch {
      // It stays, with the question and why it was refused, and is asked in again.
      return;
    } finally {
      busy.value = false;
    }
    const isShown = conversation.value === gone;
    const words = (isShown && composer.value?.written()) || text;
    if (isShown) {
      await view.onDiscarded(preset);
      startRefusal.value = why;
    }
    refill(words, files, '');
    forgetConversation(gone.id);
  }

  return { refusal, busy, send, askIn };
}

/** Why the last question was not taken; `startRefusal` is why no conversation began, as long as its start is shown. */
function useRefusal(conversation: AskingOptions['conversation']): {
  refusal: Asking['refusal'];
  startRefusal: Ref<ApiFailure | null>;
} {
  const startRefusal = shallowRef<ApiFailure | null>(null);
  const refusal = computed({
    get: () => (conversation.value ? conversation.value.refusal : startRefusal.value),
    set(failure) {
      if (conversation.value) conversation.value.refusal = failure;
      else startRefusal.value = failure;
    },
  });
  watch(conversation, () => (startRefusal.value = null));
  return { refusal, startRefusal };
}
