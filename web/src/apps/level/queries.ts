// The app's talk with the server: one shared state and the sign-in.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, shallowRef, watch } from 'vue';
import { api, send } from '@/api/client';
import type { LevelInfo } from '@/api/types';
import { failureText } from '@/core/failure-text';
import { queryClient } from '@/core/query';
import { todayText, useMinute } from '@/core/time';
import { toast } from '@/core/toast';
import { t } from './widgets/i18n';

export const LEVEL_KEY = ['level', 'info'];
export const LOG_KEY = ['level', 'log'];

/** True while a sign-in is under way; widget and app share it. */
export const signingIn = shallowRef(false);

/** Where the member stands; widget and app share this one request. */
export function useLevel(): UseQueryReturnType<LevelInfo, Error> {
  const query = useQuery({ queryKey: LEVEL_KEY, queryFn: () => send(api.GET('/api/level/info')) });
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
    const result = await send(api.POST('/api/level/daily-login'));
    // The answer holds the whole state, so no second request is needed.
    queryClient.setQueryData<LevelInfo>(LEVEL_KEY, result);
    void queryClient.invalidateQueries({ queryKey: LOG_KEY });
    // Without this code the state alone has changed.
    void import('./tell').then(({ tell }) => tell(result)).catch(() => undefined);
  } catch (cause) {
    const action = { label: t('sign.retry'), run: () => void signIn() };
    toast(failureText(cause), { kind: 'error', action });
  } finally {
    signingIn.value = false;
  }
}
