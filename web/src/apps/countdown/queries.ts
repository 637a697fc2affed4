// The app's talk with the server: one shared list, and the three changes.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, watch } from 'vue';
import { api, send } from '@/api/client';
import type { Countdown, CountdownChange, CountdownList, NewCountdown } from '@/api/types';
import { queryClient } from '@/core/query';
import { todayText, useMinute } from '@/core/time';
import { t as shell } from '@/i18n';
import { failureText } from '@/core/failure-text';
import { toast } from '@/core/toast';
import { t } from './i18n';
import { bodyOf, draftOf } from './model';

const KEY = ['countdown'];
/** A user has at most so many, so one page holds all. */
const ALL = 100;
const UNDO_MS = 8000;

/** All countdowns of the member; widgets and the app share this one request. */
export function useCountdowns(): UseQueryReturnType<Countdown[], Error> {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => send(api.GET('/api/countdown', { params: { query: { limit: ALL } } })),
    select: (list: CountdownList) => list.countdowns,
  });
  // Days left change at midnight without anybody's doing.
  const now = useMinute();
  const today = computed(() => todayText(now.value));
  watch(today, () => void query.refetch());
  return query;
}

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
  queryClient.setQueryData<CountdownList>(KEY, (list) =>
    list && { ...list, countdowns: list.countdowns.filter((entry) => entry.id !== id) },
  );
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
  queryClient.setQueryData<CountdownList>(KEY, (list) =>
    list && { ...list, countdowns: [...list.countdowns.filter(({ id }) => id !== saved.id), saved] },
  );
  void queryClient.invalidateQueries({ queryKey: KEY });
}
