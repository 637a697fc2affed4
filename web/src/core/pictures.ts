// The pictures that members gave the portal: their avatars and the photo of the class. They are read once the
// desktop stands, see follow-pictures.ts; until then, and without one, a person is a letter on a colour.
import { ref, shallowRef } from 'vue';

/** The address of each avatar, by user ID. */
export const avatars = shallowRef<Readonly<Record<string, string>>>({});
/** The address of the photo of the member's class; empty for none, or before it is known. */
export const classPhoto = ref('');
