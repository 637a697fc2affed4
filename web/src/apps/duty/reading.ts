// What only the window reads: weeks, rosters, the class list and swaps.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type Ref } from 'vue';
import { addDays } from '@/core/dates';
import { readDays, readPeople, readRosters, readSwaps } from './calls';
import { KEY } from './queries';
import type { Days, Person, Roster, Swap } from './types';

type InClass = Readonly<Ref<string | undefined>>;
/** The server answers so many days at once. */
export const MOST_DAYS = 62;

/** A range of days, both ends included. */
export function useDays(
  from: Readonly<Ref<string>>,
  until: Readonly<Ref<string>>,
  inClass: InClass,
): UseQueryReturnType<Days, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'days', inClass.value ?? '', from.value, until.value]),
    queryFn: () => readDays(from.value, until.value, inClass.value),
  });
}

/** From a date on, as far as one request reaches: where somebody has their next turns. */
export const useAhead = (today: Readonly<Ref<string>>, inClass: InClass): UseQueryReturnType<Days, Error> =>
  useDays(
    today,
    computed(() => addDays(today.value, MOST_DAYS - 1)),
    inClass,
  );

export function useRosters(inClass: InClass): UseQueryReturnType<Roster[], Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'rosters', inClass.value ?? '']),
    queryFn: () => readRosters(inClass.value),
  });
}

/** The class list. It changes seldom, and not with duty. */
export function usePeople(inClass: InClass): UseQueryReturnType<Person[], Error> {
  return useQuery({
    queryKey: computed(() => ['duty-people', inClass.value ?? '']),
    queryFn: () => readPeople(inClass.value),
  });
}

export function useSwaps(): UseQueryReturnType<Swap[], Error> {
  return useQuery({ queryKey: [...KEY, 'swaps'], queryFn: () => readSwaps() });
}
