// By which panel the desktop is being arranged. No part of the first load, as core/arranging.ts is.
import { ref } from 'vue';
import { editing } from './arranging';

export type Panel = 'none' | 'add' | 'layouts' | 'default';

/** The panel that is open while the desktop is being arranged. */
export const panel = ref<Panel>('none');

/** Starts arranging the desktop with a panel open. */
export function arrangeWith(which: Panel): void {
  editing.value = true;
  panel.value = which;
}
