// The three changes of a countdown. Apart from the list, which the first load needs for the widget.
import { api, send } from '@/api/client';
import type { Countdown, CountdownChange, CountdownList, NewCountdown, Suggestion } from './types';
import { failureText } from '@/core/failure-text';
import { newId } from '@/core/ids';
import { queryClient } from '@/core/query';
import { toast, UNDO_MS } from '@/core/toast';
import { t as shell } from '@/i18n';
import { restoringBody, suggestedBody } from './form';
import { t } from './i18n';
import { KEY, SUGGESTIONS_KEY } from './queries';

/** What else shows countdowns: the lists of the calendar, and the suggestions, which leave out what there is. */
const OTHERS = [['calendar'], SUGGESTIONS_KEY];

/** Creates one; `body.id` is made by the form, so a retry after a lost answer makes no second. */
export async function create(body: NewCountdown): Promise<Countdown> {
  const made = await send(api.POST('/api/countdown', { body }));
  keep(made);
  return made;
}

/** Changes one. */
export async function change(id: string, body: CountdownChange): Promise<void> {
  const changed = await send(api.PATCH('/api/countdown/{id}', { params: { path: { id } }, body }));
  keep(changed);
}

/** Adds a suggestion as it is, and offers to take that back. */
export async function addSuggestion(suggestion: Suggestion): Promise<void> {
  const made = await create(suggestedBody(suggestion, newId()));
  const words = made.source === 'class' ? 'suggest.added_for_class' : 'suggest.added';
  const action = { label: shell('common.undo'), run: () => void takeBack(made) };
  toast(t(words, { title: made.title }), { action, ms: UNDO_MS });
}

async function takeBack(countdown: Countdown): Promise<void> {
  try {
    await erase(countdown.id);
  } catch (cause) {
    toast(failureText(cause), { kind: 'error' });
  }
}

/** Deletes one and offers to take it back, which creates it anew under the same id. */
export async function remove(countdown: Countdown): Promise<void> {
  await erase(countdown.id);
  const action = { label: shell('common.undo'), run: () => void restore(countdown) };
  toast(t('list.deleted', { title: countdown.title }), { action, ms: UNDO_MS });
}

async function erase(id: string): Promise<void> {
  await send(api.DELETE('/api/countdown/{id}', { params: { path: { id } } }));
  put((all) => all.filter((entry) => entry.id !== id));
  for (const queryKey of OTHERS) void queryClient.invalidateQueries({ queryKey });
}

async function restore(countdown: Countdown): Promise<void> {
  try {
    await create(restoringBody(countdown));
    toast(t('list.restored', { title: countdown.title }));
  } catch (cause) {
    const action = { label: shell('common.retry'), run: () => void restore(countdown) };
    toast(failureText(cause), { kind: 'error', action, ms: UNDO_MS });
  }
}

/** What the server has answered is saved and shown, whatever becomes of the next request. */
function keep(saved: Countdown): void {
  put((all) => [...all.filter(({ id }) => id !== saved.id), saved]);
  for (const queryKey of [KEY, ...OTHERS]) void queryClient.invalidateQueries({ queryKey });
}

/** Changes all lists that were read, of whatever class. */
function put(next: (all: Countdown[]) => Countdown[]): void {
  queryClient.setQueriesData<CountdownList>(
    { queryKey: KEY },
    (list) => list && { ...list, countdowns: next(list.countdowns) },
  );
}
