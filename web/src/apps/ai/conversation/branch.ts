// Goes on from a message in another conversation, with a way back.
import { failureText } from '@/core/failure-text';
import { toast, UNDO_MS } from '@/core/toast';
import { t } from '../i18n';
import { branchOf, type Conversation } from '../state/conversations';
import { keepAsDraft } from '../state/drafts';

let isBusy = false;

/**
 * Begins the other conversation, and lets `open` show it. A question is not copied: it stands in the field of the other
 * conversation, to be asked there as it is or in other words.
 */
export async function branch(conversation: Conversation, at: number, open: (id: string) => void): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  const message = conversation.messages[at];
  const question = message?.role === 'user' ? message : null;
  try {
    const made = await branchOf(conversation, question ? at - 1 : at);
    if (question) keepAsDraft(made, question.content, question.attachments ?? []);
    open(made);
    const back = (): void => void (location.hash = `#/app/ai/${conversation.id}`);
    const action = { label: t('branch.back'), run: back };
    toast(t(question ? 'branch.asked' : 'branch.done'), { action, ms: UNDO_MS });
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
  } finally {
    isBusy = false;
  }
}
