// Which panel of the edit mode is open.
import { ref } from 'vue';

export type Panel = 'none' | 'add' | 'layouts' | 'default';

export const panel = ref<Panel>('none');
/** The widget whose options are open, empty otherwise. */
export const optionsOf = ref('');

/** Opens the options of a widget. */
export function openOptions(id: string): void {
  optionsOf.value = id;
}
