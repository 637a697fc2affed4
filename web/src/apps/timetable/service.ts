// What the app does while its window is closed: for members who want it, the island is quiet while their class has a
// lesson. Started by the desktop, ended with it. Whoever does not want it has nothing asked of the server.
import { QueryObserver, useQuery } from '@tanstack/vue-query';
import { computed, effectScope, onScopeDispose, shallowRef, watch, type EffectScope } from 'vue';
import type { NotificationPreferences } from '@/api/types';
import { tabVisible } from '@/core/active';
import { classroom } from '@/core/lock';
import { preferencesQuery } from '@/core/notifications/preferences';
import { setQuiet } from '@/core/notify';
import { queryClient } from '@/core/query';
import { readSchoolClock } from '@/core/school-clock';
import { serverNow, todayText, toSchoolTime, useMinute } from '@/core/time';
import { readDays } from './calls';
import { KEY, useTimetableNews } from './queries';

/** Starts; answers what ends it. */
export default function start(): () => void {
  // The panel of a classroom is nobody's own, so nobody's preferences hold there; the inbox does the same.
  if (classroom.value) return () => undefined;
  // Disabled: the inbox has asked for the preferences, and an answer reaches every observer.
  const preferences = new QueryObserver(queryClient, { ...preferencesQuery, enabled: false });
  let lessons: EffectScope | undefined;
  const take = ({ data }: { data: NotificationPreferences | undefined }): void => {
    if (data?.quiet_in_lessons !== true) {
      lessons?.stop();
      lessons = undefined;
    } else if (!lessons) {
      lessons = effectScope(true);
      lessons.run(followLessons);
    }
  };
  // The observer tells its subscribers of changes alone, not of the present answer.
  take(preferences.getCurrentResult());
  const stop = preferences.subscribe(take);
  return () => {
    stop();
    lessons?.stop();
  };
}

/** Turns the island quiet with each lesson and back after it; to be called inside an effect scope, which ends it. */
function followLessons(): void {
  useTimetableNews();
  const now = shallowRef(new Date(serverNow()));
  // Timers stand still while a device sleeps, so the time is read anew when the page is looked at again.
  watch([useMinute(), tabVisible], () => (now.value = new Date(serverNow())));
  const today = computed(() => todayText(now.value));
  const { data } = useQuery(
    {
      queryKey: computed(() => [...KEY, 'today', today.value]),
      queryFn: () => readDays(today.value, today.value, 'class'),
    },
    queryClient,
  );
  /** The end of the lesson that is on. */
  const end = computed(() => readSchoolClock(data.value ?? [], toSchoolTime(now.value)).current?.end);
  watch(end, (until) => setQuiet('lesson', until !== undefined, until), { immediate: true });
  onScopeDispose(() => setQuiet('lesson', false));
}
