// What a member has done of the homework among announcements. The app of homework counts it and knows it; where that is
// switched off, homework is an announcement as any other.
import { keepPreviousData, useQuery } from '@tanstack/vue-query';
import { computed, onScopeDispose, ref, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import { findApp } from '@/core/apps';
import { addDays } from '@/core/dates';
import { HOMEWORK_KEY, homeworkState, type HomeworkList, type HomeworkState } from '@/core/homework';
import { todayText, useMinute } from '@/core/time';
import type { Announcement } from './types';

/** The most days that the server answers at once, less one. */
const MAX_DAYS = 61;
/** The calls of a desktop that starts have the limit of the member for themselves. */
const LATER_MS = 15_000;

/** Whether an announcement is homework that the app of homework has. */
export const isHomeworkApps = ({ type }: Pick<Announcement, 'type'>): boolean =>
  type === 'homework' && findApp('homework') !== undefined;

const dayOf = ({ published_at: at }: Announcement): string => todayText(new Date(at));

/** How far the member has come with homework, by its id; what is much older than the rest is not known. */
export function useHomeworkStates(
  entries: Ref<readonly Announcement[]>,
  { later = false } = {},
): ComputedRef<ReadonlyMap<number, HomeworkState>> {
  const now = useMinute();
  const isAsked = ref(!later);
  if (later) {
    const timer = window.setTimeout(() => (isAsked.value = true), LATER_MS);
    onScopeDispose(() => window.clearTimeout(timer));
  }
  const range = computed(() => {
    const days = entries.value.filter(isHomeworkApps).map(dayOf).sort();
    const [first, last] = [days[0], days[days.length - 1]];
    if (first === undefined || last === undefined) return undefined;
    const earliest = addDays(last, -MAX_DAYS);
    return { from: first < earliest ? earliest : first, until: last };
  });
  const { data } = useQuery({
    queryKey: computed(() => [...HOMEWORK_KEY, 'range', range.value?.from, range.value?.until]),
    queryFn: (): Promise<HomeworkList> => send(api.GET('/api/homework', { params: { query: range.value } })),
    enabled: computed(() => isAsked.value && range.value !== undefined),
    placeholderData: keepPreviousData,
  });
  return computed(
    () => new Map(data.value?.homework.map((card) => [card.id, homeworkState(card, now.value)] as const)),
  );
}
