// What the widget and the window read of duty, which they share.
import { useQuery, type Query, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, type Ref } from 'vue';
import { queryClient } from '@/core/query';
import { refreshOn } from '@/core/refresh-on';
import { todayText, useMinute } from '@/core/time';
import { readToday } from './calls';
import type { Today } from './types';

export const KEY = ['duty'];
const NEWS = ['duty_changed'] as const;
/** One change may send several frames; they are one request for each query. */
const GATHER_MS = 200;
/** So long after a change of one's own its frame has come, and what it concerns has been asked for. */
const FRAME_MS = 800;

let users = 0;
let stop: (() => void) | undefined;

/** Reads everything anew when duty has changed; one subscription for all that show any. */
export function useDutyNews(): void {
  if (users++ === 0) stop = refreshOn(NEWS, [KEY], { gatherMs: GATHER_MS });
  onScopeDispose(() => {
    if (--users === 0) stop?.();
  });
}

/**
 * Reads what is shown anew after a change of one's own. The frame about the change does that as a rule; what it has not
 * reached after a moment, as while no connection is up, is read here, and nothing twice.
 */
export function refreshDuty(): void {
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

export const todayKey = (today: string): string[] => [...KEY, 'today', today];

/** Who is on duty today in the own class, and the own next turn. */
export function useTodayDuty(): UseQueryReturnType<Today, Error> {
  const today = useToday();
  return useQuery({ queryKey: computed(() => todayKey(today.value)), queryFn: () => readToday() });
}
