// The plan, the class list and the draws on the server.
import { useQuery, type Query, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';
import { readDraws, readLists, readRosters, readSeating } from './calls';
import type { DrawPage, Roster, SavedList, Seating } from './types';

type InClass = Readonly<Ref<string | undefined>>;

export const KEY = ['seating'];
export const PICKER_KEY = ['picker'];
/** One change may send several frames; they are one request for each query. */
const GATHER_MS = 200;
/** So long after a change of one's own its frame has come, and what it concerns has been asked for. */
const FRAME_MS = 800;

/** Reads everything anew when the plan has changed, or somebody was drawn. */
export function useSeatingNews(): void {
  useRefreshOn(['seating_changed'], [KEY], { gatherMs: GATHER_MS });
  useRefreshOn(['picker_drawn', 'picker_changed'], [PICKER_KEY]);
}

/**
 * Reads what is shown anew after a change of one's own. The frame about the change does that as a rule; what it has not
 * reached after a moment, as while no connection is up, is read here, and nothing twice.
 */
export function refreshSeating(): void {
  const changedAt = Date.now();
  const isBehind = ({ state }: Query): boolean => state.dataUpdatedAt < changedAt;
  window.setTimeout(() => {
    for (const queryKey of [KEY, PICKER_KEY])
      void queryClient.invalidateQueries({ queryKey, predicate: isBehind }, { cancelRefetch: false });
  }, FRAME_MS);
}

export function useSeating(inClass: InClass): UseQueryReturnType<Seating, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, inClass.value ?? '']),
    queryFn: () => readSeating(inClass.value),
  });
}

export function useLists(inClass: InClass): UseQueryReturnType<SavedList[], Error> {
  return useQuery({
    queryKey: computed(() => [...PICKER_KEY, 'lists', inClass.value ?? '']),
    queryFn: () => readLists(inClass.value),
  });
}

export function useRosters(inClass: InClass): UseQueryReturnType<Roster[], Error> {
  return useQuery({
    queryKey: computed(() => ['picker-rosters', inClass.value ?? '']),
    queryFn: () => readRosters(inClass.value),
  });
}

export function useDraws(page: Readonly<Ref<number>>, inClass: InClass): UseQueryReturnType<DrawPage, Error> {
  return useQuery({
    queryKey: computed(() => [...PICKER_KEY, 'draws', inClass.value ?? '', page.value]),
    queryFn: () => readDraws(page.value, inClass.value),
    placeholderData: (before) => before,
  });
}
