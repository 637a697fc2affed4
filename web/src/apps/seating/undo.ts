// What was done in this app, said with a way to take it back.
import { toastsWithUndo } from '@/core/undo-toast';
import { refreshSeating } from './queries';

export const toastWithUndo = toastsWithUndo(refreshSeating);
