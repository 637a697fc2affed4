// What is in the calendar, which the widget and the window share.
import {
  useInfiniteQuery,
  useQuery,
  type UseInfiniteQueryReturnType,
  type UseQueryReturnType,
} from '@tanstack/vue-query';
import type { InfiniteData } from '@tanstack/vue-query';
import { computed, onScopeDispose, watch, type Ref } from 'vue';
import { queryClient } from '@/core/query';
import { refreshOn } from '@/core/refresh-on';
import { todayText, useMinute } from '@/core/time';
import { readEvent, readFeeds, readRange } from './calls';
import { addDays } from '@/core/dates';
import { addMonths } from './dates';
import { gridStart } from './month/grid';
import type { CalendarEvent, CalendarRange, Feed } from './types';

export const KEY = ['calendar'];
/** A month's grid, and the days after it that a week of three days may reach. */
const RANGE_DAYS = 49;
/** What the list reads at once: the most that the server answers. */
export const PAGE_DAYS = 62;
/** The widget looks so far. */
export const NEXT_DAYS = 30;
/**
 * Also what changes what other apps show here. The profile is for the member's own birthday: no frame tells of those of
 * others.
 */
const NEWS = [
  'calendar_changed',
  'timetable_changed',
  'countdown_changed',
  'duty_changed',
  'user_profile_updated',
] as const;

let users = 0;
let stop: (() => void) | undefined;

/** Reads everything anew when a calendar has changed; one subscription for all that show any. */
export function useCalendarNews(): void {
  if (users++ === 0) stop = refreshOn(NEWS, [KEY], { gatherMs: 200 });
  onScopeDispose(() => {
    if (--users === 0) stop?.();
  });
}

/** Reads everything anew, after a change of one's own. */
export const refreshCalendar = (): Promise<void> => queryClient.invalidateQueries({ queryKey: KEY });

/** Today's date at school, as it changes. */
export function useToday(): Readonly<Ref<string>> {
  const now = useMinute();
  return computed(() => todayText(now.value));
}

interface RangeQuery {
  queryKey: string[];
  queryFn: () => Promise<CalendarRange>;
}

function monthQuery(month: string, inClass: string | undefined): RangeQuery {
  const from = gridStart(month);
  return {
    queryKey: [...KEY, 'month', inClass ?? '', from],
    queryFn: () => readRange(from, addDays(from, RANGE_DAYS - 1), inClass),
  };
}

/** The weeks around a month. The months beside it are fetched too, so that turning the page shows them at once. */
export function useMonth(
  month: Readonly<Ref<string>>,
  inClass: Readonly<Ref<string | undefined>>,
): UseQueryReturnType<CalendarRange, Error> {
  const query = useQuery(computed(() => monthQuery(month.value, inClass.value)));
  watch(
    () => query.data.value && month.value,
    (known) => {
      if (!known) return;
      for (const by of [1, -1]) void queryClient.prefetchQuery(monthQuery(addMonths(known, by), inClass.value));
    },
    { immediate: true },
  );
  return query;
}

/** What comes from a day on, page by page. */
export function useComing(
  from: Readonly<Ref<string>>,
  inClass: Readonly<Ref<string | undefined>>,
): UseInfiniteQueryReturnType<InfiniteData<CalendarRange, string>, Error> {
  return useInfiniteQuery({
    queryKey: computed(() => [...KEY, 'list', inClass.value ?? '', from.value]),
    queryFn: ({ pageParam }) => readRange(pageParam, addDays(pageParam, PAGE_DAYS - 1), inClass.value),
    initialPageParam: computed(() => from.value) as unknown as string,
    getNextPageParam: (_: CalendarRange, __: CalendarRange[], last: string) => addDays(last, PAGE_DAYS),
  });
}

export const nextKey = (today: string): string[] => [...KEY, 'next', today];

/** The next days, for the widget. */
export function useNext(): UseQueryReturnType<CalendarRange, Error> {
  const today = useToday();
  return useQuery({
    queryKey: computed(() => nextKey(today.value)),
    queryFn: () => readRange(today.value, addDays(today.value, NEXT_DAYS - 1)),
  });
}

/** One event with its description; nothing is asked while there is no id, or while it is being deleted. */
export function useEvent(
  id: Readonly<Ref<string>>,
  deleting: Readonly<Ref<boolean>>,
): UseQueryReturnType<CalendarEvent, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'one', id.value]),
    queryFn: () => readEvent(id.value),
    enabled: computed(() => id.value !== '' && !deleting.value),
  });
}

export const FEEDS_KEY = [...KEY, 'feeds'];

export function useFeeds(): UseQueryReturnType<Feed[], Error> {
  return useQuery({ queryKey: FEEDS_KEY, queryFn: readFeeds });
}
