// Says what was done, and offers to take it back.
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { toast, UNDO_MS } from '@/core/toast';
import { t as shell } from '@/i18n';
import { refreshDuty } from './queries';

/** Says `done` with the way back; `undone` is what people read once it was taken back. Answers what closes it. */
export function toastWithUndo(done: string, takeBack: () => Promise<unknown>, undone: string): () => void {
  const action = { label: shell('common.undo'), run: () => void undo(takeBack, undone) };
  return toast(done, { action, ms: UNDO_MS });
}

async function undo(takeBack: () => Promise<unknown>, undone: string): Promise<void> {
  try {
    await takeBack();
    toast(undone);
  } catch (cause) {
    const action = { label: shell('common.retry'), run: () => void undo(takeBack, undone) };
    // What somebody else has changed meanwhile is refused the next time too.
    const isFinal = asFailure(cause).status === 409;
    toast(failureText(cause), { kind: 'error', ms: UNDO_MS, ...(!isFinal && { action }) });
  }
  refreshDuty();
}
