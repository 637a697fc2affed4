// Which panel of edit mode is open. No part of the first load, as core/edit-mode.ts is.
import { ref } from 'vue';
import { editing } from './edit-mode';

export type EditPanel = 'none' | 'gallery' | 'layouts' | 'default';

/** The panel that is open while the desktop is in edit mode. */
export const panel = ref<EditPanel>('none');

/** Starts edit mode with a panel open. */
export function openEditPanel(which: EditPanel): void {
  editing.value = true;
  panel.value = which;
}
