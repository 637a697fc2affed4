// What is open in the edit mode.
import { ref } from 'vue';

export { panel } from '@/core/edit-panel';
/** The widget whose options are open, empty otherwise. */
export const optionsOf = ref('');

/** Opens the options of a widget. */
export function openOptions(id: string): void {
  optionsOf.value = id;
}
