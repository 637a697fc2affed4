// By which panel the desktop is being arranged. No part of the first load, as core/arranging.ts is.
import { ref } from 'vue';

export type Panel = 'none' | 'add' | 'layouts' | 'default';

/** The panel that is open while the desktop is being arranged. */
export const panel = ref<Panel>('none');
