// What is left of the day's budget, as far as the server has told it.
import { computed, onScopeDispose, watch, type ComputedRef } from 'vue';
import { serverNow, todayText, useMinute } from '@/core/time';
import { leftOf, type BudgetLeft } from '../model/budget';
import { refreshModels, useModels } from './queries';

/** The clocks of this device and the server differ by less. */
const NEW_DAY_MS = 5000;

/** Null without a limit, and while nothing is known of today. */
export function useBudget(): ComputedRef<BudgetLeft | null> {
  const { data, dataUpdatedAt } = useModels();
  const now = useMinute();
  const today = computed(() => todayText(now.value));
  let timer = 0;
  watch(today, () => (timer = window.setTimeout(refreshModels, NEW_DAY_MS)));
  onScopeDispose(() => window.clearTimeout(timer));
  // What was used on another day says nothing of this one.
  const isOfToday = computed(() => todayText(new Date(dataUpdatedAt.value + serverNow() - Date.now())) === today.value);
  return computed(() => (isOfToday.value ? leftOf(data.value?.budget) : null));
}
