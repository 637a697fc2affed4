// What the app does while its window is closed: its badge counts the homework that is to be done and was not opened yet.
// Started by the desktop, ended with it.
import { computed, effectScope, onScopeDispose, ref, watch } from 'vue';
import { setBadge } from '@/core/badges';
import { queryClient } from '@/core/query';
import { isNew } from './model';
import { useHomeworkNews, useOpen } from './queries';

/** The calls of a desktop that starts have the limit of the member for themselves; the badge can wait. */
const LATER_MS = 15_000;

/** Starts; answers what ends it. */
export default function start(): () => void {
  const scope = effectScope(true);
  scope.run(count);
  return () => scope.stop();
}

function count(): void {
  const isLater = ref(false);
  const timer = window.setTimeout(() => (isLater.value = true), LATER_MS);
  useHomeworkNews();
  // What the window has asked for before is counted at once.
  const { data } = useOpen(isLater, queryClient);
  const unread = computed(() => data.value?.homework.filter(isNew).length);
  watch(unread, (n) => n !== undefined && setBadge('homework', n), { immediate: true });
  onScopeDispose(() => window.clearTimeout(timer));
}
