// Writes to the calendar, and offers to take that back; tells when somebody else has written meanwhile.
import { asFailure } from '@/api/failure';
import { failureText } from '@/core/failure-text';
import { language } from '@/core/i18n';
import { toast, UNDO_MS } from '@/core/toast';
import { t as shell } from '@/i18n';
import { changeEvent, createEvent, readEvent, removeEvent, undoChange, type Which } from './calls';
import { addDays } from '@/core/dates';
import { shortDate } from './dates';
import { moved } from './form/draft';
import { shiftedRule } from './form/rule';
import { t } from './i18n';
import { refreshCalendar } from './queries';
import type { Changed, EventChange, NewEvent, Occurrence, Scope } from './types';

/** Whether a save began with an older revision than the server has: the refusal names the present one. */
export function isConflict(cause: unknown): boolean {
  const { status, data } = asFailure(cause);
  return status === 409 && typeof (data as { revision?: unknown } | null)?.revision === 'number';
}

export async function create(body: NewEvent): Promise<void> {
  tell(await createEvent(body), t('done.created', { title: body.title }));
}

export async function change(id: string, body: EventChange, title: string): Promise<void> {
  tell(await changeEvent(id, body), t('done.changed', { title }));
}

/** Deletes an event, or times of it from a date on, which says that the others stay. */
export async function remove(id: string, which: Which, title: string, from: string): Promise<void> {
  const words = { title, date: shortDate(from, language.value) };
  tell(await removeEvent(id, which), t(`done.removed_${which.scope}`, words));
}

/** Lets an event begin some days later; the rest of it stays. */
export async function moveByDays({ id, occurrence, title }: Occurrence, days: number, scope: Scope): Promise<void> {
  const event = await readEvent(id);
  const later = (at: string): string => moved(at, '2000-01-01', addDays('2000-01-01', days));
  const isOne = event.rule !== null && scope !== 'all';
  const starts = later(isOne ? occurrence : event.starts);
  const ends = moved(event.ends, event.starts, starts);
  const rule = event.rule && scope !== 'this' ? shiftedRule(event.rule, days) : undefined;
  const body = { revision: event.revision, scope, starts, ends, ...(isOne && { occurrence }), ...(rule && { rule }) };
  await change(id, body, title);
}

/** What the server has answered is written, whatever becomes of the next request. */
function tell({ change_id: id }: Changed, words: string): void {
  void refreshCalendar();
  offerUndo(id, words);
}

/** Says what was done, with the way back. */
export function offerUndo(id: string | null, words: string): void {
  toast(words, { ms: UNDO_MS, ...(id && { action: { label: shell('common.undo'), run: () => void undo(id) } }) });
}

async function undo(id: string): Promise<void> {
  try {
    await undoChange(id);
    toast(t('done.undone'));
  } catch (cause) {
    const isFinal = asFailure(cause).status === 409 || asFailure(cause).status === 404;
    const action = { label: shell('common.retry'), run: () => void undo(id) };
    toast(failureText(cause), { kind: 'error', ms: UNDO_MS, ...(!isFinal && { action }) });
  } finally {
    void refreshCalendar();
  }
}
