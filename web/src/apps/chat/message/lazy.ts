// What a message shows only when asked. Made once, not by every row that scrolls past.
import { defineAsyncComponent } from 'vue';

export const MessageMenu = defineAsyncComponent(() => import('./MessageMenu.vue'));
export const ForwardCard = defineAsyncComponent(() => import('./ForwardCard.vue'));
export const AnswerDialog = defineAsyncComponent(() => import('./AnswerDialog.vue'));
