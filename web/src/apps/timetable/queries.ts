// The days and lessons on the server, which the widget, the window and the service share.
import { useQuery, type Query, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, type Ref } from 'vue';
import { queryClient } from '@/core/query';
import { readDays, type Of } from './calls';
import { addDays } from './dates';
import { refreshOn } from '@/core/refresh-on';
import { todayText, useMinute } from '@/core/time';
import type { Day } from './types';

export const KEY = ['timetable'];
/** After the last lesson before a holiday the next one is within so many days, or it is not shown. */
const AHEAD_DAYS = 20;
/** One change may send several frames; they are one request for each query. */
const GATHER_MS = 200;
/** So long after a change of one's own its frame has come, and what it concerns has been asked for. */
const FRAME_MS = 800;

let users = 0;
let stop: (() => void) | undefined;

/** Reads everything anew when a timetable or a day has changed; one subscription for all that show any. */
export function useTimetableNews(): void {
  if (users++ === 0) stop = refreshOn(['timetable_changed'], [KEY], { gatherMs: GATHER_MS });
  onScopeDispose(() => {
    if (--users === 0) stop?.();
  });
}

/**
 * Reads what is shown anew after a change of one's own. The frame about the change does that as a rule; what it has not
 * reached after a moment, as while no connection is up, is read here, and nothing twice.
 */
export function refreshTimetable(): void {
  const changedAt = Date.now();
  const isBehind = ({ state }: Query): boolean => state.dataUpdatedAt < changedAt;
  const readAnew = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: KEY, predicate: isBehind }, { cancelRefetch: false });
  window.setTimeout(() => void readAnew(), FRAME_MS);
}

/** Today's date at school, as it changes. */
export function useToday(): Readonly<Ref<string>> {
  const now = useMinute();
  return computed(() => todayText(now.value));
}

export const aheadKey = (today: string, of: Of, inClass = ''): string[] => [...KEY, 'ahead', of, inClass, today];

/** Today and the days after it: what is on, and what comes next. */
export function useAhead(
  of: Readonly<Ref<Of>>,
  inClass: Readonly<Ref<string | undefined>>,
): UseQueryReturnType<Day[], Error> {
  const today = useToday();
  return useQuery({
    queryKey: computed(() => aheadKey(today.value, of.value, inClass.value)),
    queryFn: () => readDays(today.value, addDays(today.value, AHEAD_DAYS), of.value, inClass.value),
  });
}
