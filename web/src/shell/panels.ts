// Which of the desktop's own panels is open: all apps, search, notices, account, a context menu. At most one at a time.
import { ref } from 'vue';

export type PanelName = '' | 'drawer' | 'palette' | 'notices' | 'account' | 'context-menu';

export const panel = ref<PanelName>('');

/** Opens one panel and closes the others. */
export function openPanel(name: PanelName): void {
  panel.value = name;
}
