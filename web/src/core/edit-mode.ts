// Whether the desktop is in edit mode; an app can send somebody there.
import { ref } from 'vue';

/** True while the desktop is in edit mode. */
export const editing = ref(false);
