// How many files are on their way. Apart from the sending itself, which the first load does without.
import { ref } from 'vue';

export const uploading = ref(0);
