// What staff change of one turn, each with the way back.
import { longDate } from '@/core/dates';
import { failureText } from '@/core/failure-text';
import { language } from '@/core/i18n';
import { toast } from '@/core/toast';
import { createChange, removeChange } from '../calls';
import { refreshDuty } from '../queries';
import type { NewChange, OnDuty, Person, Turn } from '../types';
import { toastWithUndo } from '../undo';
import { nameOf } from '../words';
import { t } from './i18n';

type Of = Pick<Turn, 'roster_id' | 'roster'>;

/** Somebody of the list stands in. */
export const standIn = (turn: Of, date: string, person: OnDuty, by: Person): Promise<boolean> =>
  change(
    { roster_id: turn.roster_id, date, number: person.number, by: by.number },
    t('done.stand_in', { day: word(date), by: nameOf(by), name: nameOf(person) }),
  );

/** The person need not come, and nobody stands in. */
export const excuse = (turn: Of, date: string, person: OnDuty): Promise<boolean> =>
  change(
    { roster_id: turn.roster_id, date, number: person.number, by: null },
    t('done.excuse', { day: word(date), name: nameOf(person) }),
  );

/** No duty on the day; the groups go on taking turns. */
export const cancelDay = (turn: Of, date: string): Promise<boolean> =>
  change({ roster_id: turn.roster_id, date, off: true }, t('done.off', { day: word(date), roster: turn.roster }));

/** A change that was made earlier is taken back. */
export async function takeBack(changeId: string): Promise<boolean> {
  try {
    await removeChange(changeId);
    toast(t('done.undone'));
    return true;
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
    return false;
  } finally {
    refreshDuty();
  }
}

const word = (date: string): string => longDate(date, language.value);

async function change(body: NewChange, done: string): Promise<boolean> {
  try {
    const { id } = await createChange(body);
    toastWithUndo(done, () => removeChange(id), t('done.undone'));
    return true;
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
    return false;
  } finally {
    refreshDuty();
  }
}
