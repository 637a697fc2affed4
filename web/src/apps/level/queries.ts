// The app's talk with the server: one shared state, the history, the sign-in.
import { useInfiniteQuery, useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, shallowRef, watch } from 'vue';
import { api, send } from '@/api/client';
import type { LevelEntry, LevelInfo, SignIn } from '@/api/types';
import { failureText } from '@/core/failure-text';
import { notify } from '@/core/notify';
import { queryClient } from '@/core/query';
import { todayText, useMinute } from '@/core/time';
import { toast } from '@/core/toast';
import { t } from './i18n';

const KEY = ['level', 'info'];
const LOG_KEY = ['level', 'log'];
const PAGE = 30;

/** The level reached a moment ago, while its celebration is on screen. */
export const reached = shallowRef<number | null>(null);
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

/** The history, newest first, page by page. */
// oxlint-disable-next-line explicit-module-boundary-types -- the library's type is inferred best
export function useHistory() {
  return useInfiniteQuery({
    queryKey: LOG_KEY,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }): Promise<LevelEntry[]> =>
      send(api.GET('/api/level/log', { params: { query: { limit: PAGE, before: pageParam } } })),
    getNextPageParam: (last: LevelEntry[]) => (last.length < PAGE ? undefined : last[last.length - 1]?.id),
  });
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
  reached.value = level;
  notify({ title: t('up.title', { n: level }), app: 'level', priority: 'urgent', key: `level:${level}` });
}

function tell(result: SignIn): void {
  // The answer holds the whole state, so no second request is needed.
  queryClient.setQueryData<LevelInfo>(KEY, result);
  void queryClient.invalidateQueries({ queryKey: LOG_KEY });
  if (result.exp_gained === 0) {
    toast(t('sign.before'));
  } else if (result.leveled_up) {
    reached.value = result.level;
    const text = t('sign.gained', { n: result.exp_gained });
    notify({ title: t('up.title', { n: result.level }), text, app: 'level', priority: 'urgent', key: `level:${result.level}` });
  } else {
    const text = t('sign.streak', { n: result.streak });
    notify({ title: t('sign.gained', { n: result.exp_gained }), text, app: 'level' });
  }
}
