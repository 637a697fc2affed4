// Asks what was written: in the open conversation, or as the first question of a new one.
import { computed, nextTick, ref, shallowRef, watch, type Ref, type WritableComputedRef } from 'vue';
import { asFailure, type ApiFailure } from '@/api/failure';
import type { QuestionOptions } from '../state/choice';
import { ask, beginConversation, forgetConversation, isRefused, type Conversation } from '../state/conversations';
import { giveBack, keepDraft } from '../state/drafts';
import { create, remove } from '../state/queries';
import type { Attachment } from '../types';

interface Composer {
  /** What stands in the field. */
  written: () => string;
  restore: (text: string, files: readonly Attachment[], conversation?: string) => void;
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
  /** Shows the place of the next conversation in that of one that is gone; its preset is chosen there. */
  onTakenBack: (preset: string | null) => Promise<void>;
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
  const { refusal, refused } = useRefusal(conversation);

  /** Where there is no field, such as while an exam is on, the question becomes the draft. */
  const restore = (text: string, files: readonly Attachment[], id: string): void =>
    composer.value ? composer.value.restore(text, files, id) : giveBack(id, text, files);

  async function askIn(to: Conversation, text: string, files: readonly Attachment[] = [], at?: number): Promise<void> {
    const asked = ask(to, text, { ...view.options.value, files }, at);
    void nextTick(view.onAsked);
    if (!(await asked)) restore(text, files, to.id);
  }

  async function send(text: string, files: Attachment[], at?: number): Promise<void> {
    if (conversation.value) return askIn(conversation.value, text, files, at);
    const begun = await begin(text, files);
    if (!begun) return;
    await askIn(begun, text, files);
    if (isRefused(begun)) await takeBack(begun, text, files);
  }

  /** The conversation of a first question; null where it cannot begin. */
  async function begin(text: string, files: readonly Attachment[]): Promise<Conversation | null> {
    if (busy.value) return null;
    busy.value = true;
    refused.value = null;
    try {
      const made = await create(view.preset.value ? { preset_id: view.preset.value } : {});
      keepDraft('', '');
      const begun = beginConversation(made.id, made.revision);
      view.onBegun(made.id);
      return begun;
    } catch (cause) {
      restore(text, files, '');
      refused.value = asFailure(cause);
      return null;
    } finally {
      busy.value = false;
    }
  }

  /** Removes a conversation whose first question was refused; the question is given back to the next one. */
  async function takeBack(gone: Conversation, text: string, files: readonly Attachment[]): Promise<void> {
    // Elsewhere another question may be half written: this one waits where it was asked.
    if (conversation.value !== gone) return;
    const { refusal: why } = gone;
    const { value: preset } = view.preset;
    busy.value = true;
    try {
      await remove(gone.id);
    } catch {
      // It stays, with the question and why it was refused, and is asked in again.
      return;
    } finally {
      busy.value = false;
    }
    const isShown = conversation.value === gone;
    const words = (isShown && composer.value?.written()) || text;
    if (isShown) {
      await view.onTakenBack(preset);
      refused.value = why;
    }
    restore(words, files, '');
    forgetConversation(gone.id);
  }

  return { refusal, busy, send, askIn };
}

/** Why the last question was not taken; `refused` is that of the next conversation, as long as it is shown. */
function useRefusal(conversation: AskingOptions['conversation']): {
  refusal: Asking['refusal'];
  refused: Ref<ApiFailure | null>;
} {
  const refused = shallowRef<ApiFailure | null>(null);
  const refusal = computed({
    get: () => (conversation.value ? conversation.value.refusal : refused.value),
    set(failure) {
      if (conversation.value) conversation.value.refusal = failure;
      else refused.value = failure;
    },
  });
  watch(conversation, () => (refused.value = null));
  return { refusal, refused };
}
