// Which view is shown and what is left out of it, remembered for the member on this device.
import { ref, watch, type Ref } from 'vue';
import { readPersonal, writePersonal } from '@/core/storage';
import { KINDS, type Kind } from './model';

export const VIEWS = ['month', 'week', 'list'] as const;
export type View = (typeof VIEWS)[number];

const STORED = 'calendar-view';

interface Kept {
  view: View;
  hidden: readonly Kind[];
}

/** What was chosen last; the month with everything at first. */
function kept(): Kept {
  const { view, hidden } = (readPersonal(STORED) ?? {}) as Partial<Record<keyof Kept, unknown>>;
  const known = VIEWS.find((one) => one === view) ?? 'month';
  return { view: known, hidden: KINDS.filter((kind) => Array.isArray(hidden) && hidden.includes(kind)) };
}

export function useChosenView(): { view: Ref<View>; hidden: Ref<readonly Kind[]> } {
  const { view: first, hidden: left } = kept();
  const view = ref<View>(first);
  const hidden = ref<readonly Kind[]>(left);
  watch([view, hidden], () => writePersonal(STORED, { view: view.value, hidden: hidden.value }));
  return { view, hidden };
}
