// Says what has happened to messages, with a way back.
import { watch } from 'vue';
import { ApiFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { user } from '@/core/session';
import { toast, UNDO_MS } from '@/core/toast';
import { t as shell } from '@/i18n';
import { t } from '../i18n';
import { losesAnything, pairAt, withPair } from '../model/messages';
import { replaceMessages, type Conversation } from '../state/conversations';
import { restoreReplaced } from '../state/restore';

let closeLast: () => void = () => undefined;

/** Only what has happened last can be undone: the portal brings back what was replaced last. */
export function offerUndo(text: string, undo: () => Promise<void>): void {
  closeLast();
  const run = (): void => void undo().catch((cause: unknown) => toast(failureText(cause), { kind: 'error' }));
  closeLast = toast(text, { action: { label: shell('common.undo'), run }, ms: UNDO_MS });
}

/**
 * Asks in the place of an earlier question, by its index, and offers what goes with that once the portal has the
 * question. Answers whether it was taken, as `ask` does.
 */
export function askInPlace(
  conversation: Conversation,
  question: string,
  at: number,
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const isLoss = losesAnything(conversation.messages, at, question);
  const asked = ask();
  if (isLoss) void offerReplaced(conversation, asked);
  return asked;
}

async function offerReplaced(conversation: Conversation, asked: Promise<boolean>): Promise<void> {
  closeLast();
  const member = user.value?.user_id;
  let isOffered = false;
  function offer(): void {
    if (isOffered || user.value?.user_id !== member) return;
    isOffered = true;
    offerUndo(t('conversation.replaced'), () => restoreReplaced(conversation));
  }
  const end = watch(
    () => conversation.live?.generation,
    (generation) => generation && offer(),
  );
  const isAsked = await asked;
  end();
  if (isAsked) offer();
}

/** Deletes a question, by its index, with its answer, and offers both again. */
export async function removePair(conversation: Conversation, at: number): Promise<void> {
  const { messages } = conversation;
  const rest = messages.slice(at + pairAt(messages, at).length);
  await replaceMessages(conversation, [...messages.slice(0, at), ...rest]);
  offerUndo(t('answer.deleted'), async () => {
    const whole = withPair(conversation.messages, messages, at);
    if (!whole) throw new ApiFailure(0, t('conversation.changed'));
    await replaceMessages(conversation, whole);
  });
}
