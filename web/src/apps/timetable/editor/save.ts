// Saves a timetable and offers to take that back; tells when somebody else has saved meanwhile.
import { asFailure } from '@/api/failure';
import { queryClient } from '@/core/query';
import { changeTimetable, createTimetable, removeTimetable, restoreTimetable } from '../calls';
import { refreshTimetable } from '../queries';
import { revisionKey } from '../reading';
import type { Full, NewTimetable, Owner } from '../types';
import { toastWithUndo } from '../undo';
import { t } from './i18n';
import { timetableOf, type Draft } from './model';

/** Whether a save began with an older revision than the server has: the refusal names the present one. */
export function isConflict(cause: unknown): boolean {
  const { status, data } = asFailure(cause);
  return status === 409 && typeof (data as { revision?: unknown } | null)?.revision === 'number';
}

/** `id` is made by the editor, so that saving again after a lost answer meets the first one. */
export async function create(
  draft: Draft,
  { id, owner, inClass }: { id: string; owner: Owner; inClass?: string },
): Promise<void> {
  const body = { id, owner, ...(inClass && owner === 'class' && { class: inClass }), ...fieldsOf(draft) };
  const made = await createTimetable({ ...body, until: draft.until || undefined });
  tell(made, () => removeTimetable(made.id));
}

/** Changes what is stored as `before`. */
export async function change(draft: Draft, before: Full): Promise<void> {
  const body = { revision: before.revision, ...fieldsOf(draft), until: draft.until || null };
  const saved = await changeTimetable(before.id, body);
  tell(saved, () => restoreTimetable(before.id, before.revision));
}

function fieldsOf(draft: Draft): Pick<NewTimetable, 'name' | 'from' | 'first_day' | 'timetable'> {
  const { name, from, firstDay } = draft;
  return { name: name.trim(), from, first_day: firstDay, timetable: timetableOf(draft) };
}

/** What the server has answered is saved, whatever becomes of the next request. */
function tell(saved: Full, takeBack: () => Promise<unknown>): void {
  queryClient.setQueryData(revisionKey(saved), saved);
  toastWithUndo(t('saved', { name: saved.name }), takeBack, t('undone', { name: saved.name }));
  refreshTimetable();
}
