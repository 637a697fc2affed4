// What the live region of the edit mode says.
import { ref } from 'vue';

export const said = ref('');

/** Tells people who cannot see the move what has happened. */
export function say(text: string): void {
  // The same text twice would stay silent.
  said.value = said.value === text ? `${text}\u00a0` : text;
}
