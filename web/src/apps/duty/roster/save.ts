// Saves and deletes rosters, with the way back; tells when somebody else has saved meanwhile.
import { asFailure } from '@/api/failure';
import { changeRoster, createRoster, removeRoster } from '../calls';
import { refreshDuty } from '../queries';
import type { NewRoster, Roster } from '../types';
import { toastWithUndo } from '../undo';
import { t } from './i18n';
import { bodyOf, draftOf, type Draft } from './model';

/** Whether a save began with an older revision than the server has. */
export const isConflict = (cause: unknown): boolean => asFailure(cause).status === 409;

/** What is sent to have a roster as it was. */
const fieldsOf = (roster: Roster): NewRoster => bodyOf(draftOf('', '', roster));

/** `id` is made by the editor, so that saving again after a lost answer meets the first one. */
export async function create(draft: Draft, id: string, inClass?: string): Promise<void> {
  const made = await createRoster({ id, ...(inClass && { class: inClass }), ...bodyOf(draft) });
  toastWithUndo(t('saved', { name: made.name }), () => removeRoster(made.id), t('undone'));
  refreshDuty();
}

/** Changes what is stored as `before`. */
export async function change(draft: Draft, before: Roster): Promise<void> {
  const saved = await changeRoster(before.id, { ...bodyOf(draft), revision: before.revision });
  const takeBack = (): Promise<unknown> => changeRoster(before.id, { ...fieldsOf(before), revision: saved.revision });
  toastWithUndo(t('saved', { name: saved.name }), takeBack, t('undone'));
  refreshDuty();
}

/** Deletes one and offers to take it back, which creates it anew under the same id. */
export async function remove(roster: Roster): Promise<void> {
  await removeRoster(roster.id);
  const takeBack = (): Promise<unknown> => createRoster({ id: roster.id, class: roster.class, ...fieldsOf(roster) });
  toastWithUndo(t('removed', { name: roster.name }), takeBack, t('restored', { name: roster.name }));
  refreshDuty();
}
