// The cards on the server, which the widget and the window share.
import { keepPreviousData, useQuery, type Query, type QueryClient, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, ref, type Ref } from 'vue';
import { addDays } from '@/core/dates';
import { HOMEWORK_KEY } from '@/core/homework';
import { queryClient } from '@/core/query';
import { refreshOn } from '@/core/refresh-on';
import { todayText, useMinute } from '@/core/time';
import {
  readCard,
  readCards,
  readLeft,
  readMemberSubmission,
  readPlanned,
  readProgress,
  readStaffCard,
  readSubjects,
} from './calls';
import type {
  HomeworkCard,
  HomeworkLeft,
  HomeworkList,
  MemberSubmission,
  Progress,
  StaffHomework,
  StaffHomeworkList,
} from './types';

export const KEY = HOMEWORK_KEY;
const GATHER_MS = 300;
/** So long after a change of one's own its frame has come, and what it concerns has been asked for. */
const FRAME_MS = 800;
const NEWS = ['homework_changed', 'announcement_published', 'announcement_updated', 'announcement_removed'] as const;

let users = 0;
let stop: (() => void) | undefined;

/** Reads everything anew when a card has changed; one subscription for all that show any. */
export function useHomeworkNews(): void {
  if (users++ === 0) stop = refreshOn(NEWS, [KEY], { gatherMs: GATHER_MS });
  onScopeDispose(() => {
    if (--users === 0) stop?.();
  });
}

/** Reads anew after a change of one's own what its frame has not reached after a moment; nothing twice. */
export function refreshHomework(): void {
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

/** The cards of a range of days, both ends included. */
export function useRange(
  range: Ref<{ from: string; until: string }>,
  enabled: Ref<boolean> = ref(true),
): UseQueryReturnType<HomeworkList, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'range', range.value.from, range.value.until]),
    queryFn: () => readCards(range.value),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The server answers so many days at once, less one. */
const MOST_DAYS = 61;

/** What was set lately and may still be running, for those who set homework. */
export function useRecent(enabled: Ref<boolean>): UseQueryReturnType<HomeworkList, Error> {
  const today = useToday();
  const range = computed(() => ({ from: addDays(today.value, -MOST_DAYS), until: today.value }));
  return useRange(range, enabled);
}

/** What managers have written for a range and is not published yet. */
export function usePlanned(
  range: Ref<{ from: string; until: string }>,
  enabled: Ref<boolean>,
): UseQueryReturnType<StaffHomeworkList, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'planned', range.value.from, range.value.until]),
    queryFn: () => readPlanned(range.value.from, range.value.until),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** What is not done; not asked while `enabled` is false. A service, which is no component, gives the client. */
export function useOpen(
  enabled: Ref<boolean> = ref(true),
  client?: QueryClient,
): UseQueryReturnType<HomeworkList, Error> {
  return useQuery({ queryKey: [...KEY, 'open'], queryFn: () => readCards({ open: true }), enabled }, client);
}

export const leftKey = (today: string): string[] => [...KEY, 'left', today];

/** How much is left, with the cards that are due first. The count changes at midnight without anybody's doing. */
export function useLeft(): UseQueryReturnType<HomeworkLeft, Error> {
  const today = useToday();
  return useQuery({ queryKey: computed(() => leftKey(today.value)), queryFn: readLeft });
}

/** Subjects of earlier cards, most used first. */
export function useSubjects(): UseQueryReturnType<string[], Error> {
  return useQuery({ queryKey: [...KEY, 'subjects'], queryFn: readSubjects, staleTime: 600_000 });
}

export const cardKey = (id: number): (string | number)[] => [...KEY, 'one', id];

export function useCard(id: Ref<number>): UseQueryReturnType<HomeworkCard, Error> {
  return useQuery({
    queryKey: computed(() => cardKey(id.value)),
    queryFn: () => readCard(id.value),
    placeholderData: () => known(id.value),
  });
}

/** The same for managers, who also see what is not published yet. */
export function useStaffCard(id: Ref<number>, enabled: Ref<boolean>): UseQueryReturnType<StaffHomework, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'staff', id.value]),
    queryFn: () => readStaffCard(id.value),
    enabled,
  });
}

/** Who has done and handed in a card. */
export function useProgress(id: Ref<number>): UseQueryReturnType<Progress, Error> {
  return useQuery({ queryKey: computed(() => [...KEY, 'progress', id.value]), queryFn: () => readProgress(id.value) });
}

/** What one member has handed in. */
export function useMemberSubmission(id: number, user: Ref<string>): UseQueryReturnType<MemberSubmission, Error> {
  return useQuery({
    queryKey: computed(() => [...KEY, 'submission', id, user.value]),
    queryFn: () => readMemberSubmission(id, user.value),
  });
}

/** A card as some list has it, so that it opens at once. */
function known(id: number): HomeworkCard | undefined {
  const lists = queryClient.getQueriesData<Partial<HomeworkList & HomeworkLeft>>({ queryKey: KEY });
  for (const [, data] of lists) {
    const found = [...(data?.homework ?? []), ...(data?.cards ?? [])].find((card) => card.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Puts what the server has answered, or will answer, in the place of a card in every list. */
export function patchCard(id: number, by: Partial<HomeworkCard>): void {
  const patch = (card: HomeworkCard): HomeworkCard => (card.id === id ? { ...card, ...by } : card);
  queryClient.setQueriesData<Partial<HomeworkList & HomeworkLeft> & Partial<HomeworkCard>>(
    { queryKey: KEY },
    (data) => {
      if (!data || Array.isArray(data)) return data;
      if (data.homework) return { ...data, homework: data.homework.map(patch) };
      if (data.cards) return { ...data, cards: data.cards.map(patch) };
      return data.id === id && data.title !== undefined ? { ...data, ...by } : data;
    },
  );
}
