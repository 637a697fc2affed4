// What those who set homework see of it, whether or not they have it to do: what is running, and what is due ahead.
import type { UseQueryReturnType } from '@tanstack/vue-query';
import { computed, type ComputedRef, type Ref } from 'vue';
import { useMinute } from '@/core/time';
import { dueAhead, dueDays } from './model';
import { useRecent } from './queries';
import type { HomeworkCard, HomeworkList } from './types';

interface Running {
  data: UseQueryReturnType<HomeworkList, Error>['data'];
  error: UseQueryReturnType<HomeworkList, Error>['error'];
  isFetching: UseQueryReturnType<HomeworkList, Error>['isFetching'];
  refetch: UseQueryReturnType<HomeworkList, Error>['refetch'];
  running: ComputedRef<HomeworkCard[]>;
  /** Those whose end is ahead, without those that are left for the member. */
  ahead: ComputedRef<HomeworkCard[]>;
}

/** Asked only where `enabled`; `left` is what the member has to do, which stands in a list of its own. */
export function useRunning(today: Ref<string>, enabled: Ref<boolean>, left: Ref<readonly HomeworkCard[]>): Running {
  const { data, error, isFetching, refetch } = useRecent(enabled);
  const now = useMinute();
  const cards = computed(() => (enabled.value && data.value?.homework) || []);
  const running = computed(() => dueDays(cards.value, today.value).flatMap((day) => day.cards));
  const ahead = computed(() => {
    const known = new Set(left.value.map(({ id }) => id));
    return dueAhead(cards.value, now.value).filter(({ id }) => !known.has(id));
  });
  return { data, error, isFetching, refetch, running, ahead };
}
