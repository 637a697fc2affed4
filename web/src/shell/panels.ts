// Which of the desktop's own panels is open: all apps, search, notices, account. At most one at a time.
import { ref } from 'vue';

export type PanelName = '' | 'drawer' | 'palette' | 'notices' | 'account';

export const panel = ref<PanelName>('');

/** Opens one panel and closes the others. */
export function openPanel(name: PanelName): void {
  panel.value = name;
}
