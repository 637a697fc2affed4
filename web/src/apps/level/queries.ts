// The app's talk with the server: one shared state and the sign-in.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, shallowRef, watch } from 'vue';
import { api, send } from '@/api/client';
import type { LevelInfo } from '@/api/types';
import type { SignIn } from './types';
import { failureText } from '@/core/failure-text';
import { notify } from '@/core/notify';
import { queryClient } from '@/core/query';
import { todayText, useMinute } from '@/core/time';
import { toast } from '@/core/toast';
import { celebrate } from './celebrate';
import { t } from './widgets/i18n';

const KEY = ['level', 'info'];
export const LOG_KEY = ['level', 'log'];

/** True while a sign-in is under way; widget and app share it. */
export const signingIn = shallowRef(false);

/** Where the member stands; widget and app share this one request. */
export function useLevel(): UseQueryReturnType<LevelInfo, Error> {
  const query = useQuery({ queryKey: KEY, queryFn: () => send(api.GET('/api/level/info')) });
  // At midnight the next sign-in is due without anybody's doing.
  const now = useMinute();
  const today = computed(() => todayText(now.value));
  watch(today, () => void query.refetch());
  return query;
}

/** Signs in for today. Twice is harmless: the server counts once a day. */
export async function signIn(): Promise<void> {
  if (signingIn.value) return;
  signingIn.value = true;
  try {
    tell(await send(api.POST('/api/level/daily-login')));
  } catch (cause) {
    const action = { label: t('sign.retry'), run: () => void signIn() };
    toast(failureText(cause), { kind: 'error', action });
  } finally {
    signingIn.value = false;
  }
}

/** Experience was given elsewhere; a new level is celebrated once, and only when it is news. */
export function raised(level: number, historical: boolean): void {
  const before = queryClient.getQueryData<LevelInfo>(KEY);
  void queryClient.invalidateQueries({ queryKey: KEY });
  void queryClient.invalidateQueries({ queryKey: LOG_KEY });
  if (historical || !before || !(level > before.level)) return;
  celebrate(level);
  notify({ title: t('up.title', { n: level }), app: 'level', priority: 'urgent', key: `level:${level}` });
}

function tell(result: SignIn): void {
  // The answer holds the whole state, so no second request is needed.
  queryClient.setQueryData<LevelInfo>(KEY, result);
  void queryClient.invalidateQueries({ queryKey: LOG_KEY });
  if (result.exp_gained === 0) {
    toast(t('sign.before'));
  } else if (result.leveled_up) {
    celebrate(result.level);
    const text = t('sign.gained', { n: result.exp_gained });
    notify({
      title: t('up.title', { n: result.level }),
      text,
      app: 'level',
      priority: 'urgent',
      key: `level:${result.level}`,
    });
  } else {
    const text = t('sign.streak', { n: result.streak });
    notify({ title: t('sign.gained', { n: result.exp_gained }), text, app: 'level' });
  }
}
