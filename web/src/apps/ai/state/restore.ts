// Brings back messages that were cleared, or that a question has taken the place of; the portal keeps them for a day.
import { watch } from 'vue';
import * as api from '../api';
import { loadConversation, stop, type Conversation } from './conversations';

/** Restores what was replaced last. An answer that is being written is stopped first. */
export async function restoreReplaced(conversation: Conversation): Promise<void> {
  await stop(conversation);
  await untilIdle(conversation);
  await api.restoreMessages(conversation.id);
  conversation.refusal = null;
  await loadConversation(conversation);
  if (conversation.failure) throw conversation.failure;
}

/** Waits until no answer is being written and nothing is read. */
function untilIdle(conversation: Conversation): Promise<void> {
  const isIdle = (): boolean => conversation.live === null && !conversation.busy;
  if (isIdle()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = watch(isIdle, (is) => {
      if (!is) return;
      end();
      resolve();
    });
  });
}
