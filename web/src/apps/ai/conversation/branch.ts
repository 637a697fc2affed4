// Goes on from a message in another conversation, with a way back.
import { failureText } from '@/core/failure-text';
import { toast, UNDO_MS } from '@/core/toast';
import { t } from '../i18n';
import { branchOf, type Conversation } from '../state/conversations';

let isBusy = false;

/** Begins the other conversation, and lets `open` show it. */
export async function branch(conversation: Conversation, at: number, open: (id: string) => void): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    open(await branchOf(conversation, at));
    const back = (): void => void (location.hash = `#/app/ai/${conversation.id}`);
    toast(t('branch.done'), { action: { label: t('branch.back'), run: back }, ms: UNDO_MS });
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
  } finally {
    isBusy = false;
  }
}
