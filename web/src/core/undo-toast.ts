// Says what was done, and offers to take it back.
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { toast, UNDO_MS } from '@/core/toast';
import { t } from '@/i18n';

/** Says `done` with the way back; `undone` is what people read once it was taken back. Answers what closes it. */
export type ToastWithUndo = (done: string, takeBack: () => Promise<unknown>, undone: string) => () => void;

/** The toasts of an app, which reads anew by `refresh` what somebody tried to take back. */
export function toastsWithUndo(refresh: () => void): ToastWithUndo {
  async function undo(takeBack: () => Promise<unknown>, undone: string): Promise<void> {
    try {
      await takeBack();
      toast(undone);
    } catch (cause) {
      const action = { label: t('common.retry'), run: () => void undo(takeBack, undone) };
      // What somebody else has changed meanwhile is refused the next time too.
      const isFinal = asFailure(cause).status === 409;
      toast(failureText(cause), { kind: 'error', ms: UNDO_MS, ...(!isFinal && { action }) });
    }
    refresh();
  }
  return (done, takeBack, undone) => {
    const action = { label: t('common.undo'), run: () => void undo(takeBack, undone) };
    return toast(done, { action, ms: UNDO_MS });
  };
}
