// Whether the desktop is being arranged; an app can send somebody there.
import { ref } from 'vue';

/** True while the desktop is being arranged. */
export const editing = ref(false);
