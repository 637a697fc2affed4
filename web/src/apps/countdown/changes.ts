// The three changes of a countdown. Apart from the list, which the first load needs for the widget.
import { api, send } from '@/api/client';
import type { Countdown, CountdownChange, CountdownList, NewCountdown } from './types';
import { failureText } from '@/core/failure-text';
import { queryClient } from '@/core/query';
import { toast, UNDO_MS } from '@/core/toast';
import { t as shell } from '@/i18n';
import { bodyOf, draftOf } from './form';
import { t } from './i18n';
import { KEY } from './queries';

/** The key of the calendar's lists, in which countdowns are too. */
const CALENDAR = ['calendar'];

/** Creates one; `body.id` is made by the form, so a retry after a lost answer makes no second. */
export async function create(body: NewCountdown): Promise<void> {
  const made = await send(api.POST('/api/countdown', { body }));
  keep(made);
}

/** Changes one. */
export async function change(id: string, body: CountdownChange): Promise<void> {
  const changed = await send(api.PATCH('/api/countdown/{id}', { params: { path: { id } }, body }));
  keep(changed);
}

/** Deletes one and offers to take it back, which creates it anew under the same id. */
export async function remove(countdown: Countdown): Promise<void> {
  const { id, title } = countdown;
  await send(api.DELETE('/api/countdown/{id}', { params: { path: { id } } }));
  queryClient.setQueryData<CountdownList>(
    KEY,
    (list) => list && { ...list, countdowns: list.countdowns.filter((entry) => entry.id !== id) },
  );
  void queryClient.invalidateQueries({ queryKey: CALENDAR });
  const action = { label: shell('common.undo'), run: () => void restore(countdown) };
  toast(t('list.deleted', { title }), { action, ms: UNDO_MS });
}

async function restore(countdown: Countdown): Promise<void> {
  try {
    await create(bodyOf(draftOf(countdown), countdown.id));
    toast(t('list.restored', { title: countdown.title }));
  } catch (cause) {
    const action = { label: shell('common.retry'), run: () => void restore(countdown) };
    toast(failureText(cause), { kind: 'error', action, ms: UNDO_MS });
  }
}

/** What the server has answered is saved and shown, whatever becomes of the next request. */
function keep(saved: Countdown): void {
  queryClient.setQueryData<CountdownList>(
    KEY,
    (list) => list && { ...list, countdowns: [...list.countdowns.filter(({ id }) => id !== saved.id), saved] },
  );
  for (const queryKey of [KEY, CALENDAR]) void queryClient.invalidateQueries({ queryKey });
}
