// Short messages at the edge of the screen, with at most one action (undo, reload, retry).
import { ref } from 'vue';

export interface ToastAction {
  label: string;
  run: () => void;
  /** The page that the action opens, as `#/app/<app>/<path>`: whoever is there needs the message no more. */
  page?: string;
}

export interface Toast {
  id: number;
  text: string;
  kind: 'info' | 'error';
  action?: ToastAction;
  /** How long it shows; 0 until it is closed. */
  ms: number;
}

export const toasts = ref<Toast[]>([]);

const DEFAULT_MS = 4000;
/** How long an undo is offered on one's own screen; what touches others takes longer to notice. */
export const UNDO_MS = 8000;
const MAX_AT_ONCE = 3;
const timers = new Map<number, number>();
let lastId = 0;

/** Shows a message; `ms: 0` keeps it until it is closed. Returns a function that closes it. */
export function toast(
  text: string,
  options: { kind?: Toast['kind']; action?: ToastAction; ms?: number } = {},
): () => void {
  const id = ++lastId;
  const entry: Toast = { id, text, kind: options.kind ?? 'info', action: options.action, ms: options.ms ?? DEFAULT_MS };
  // The same once more takes the place of the first.
  const others = toasts.value.filter((one) => !isSame(one, entry));
  toasts.value = [...others, entry].slice(-MAX_AT_ONCE);
  holdToast(entry, false);
  return () => closeToast(id);
}

/** Keeps a message on screen while someone points at it or has the focus in it. */
export function holdToast({ id, ms }: Toast, hold: boolean): void {
  window.clearTimeout(timers.get(id));
  if (!hold && ms > 0)
    timers.set(
      id,
      window.setTimeout(() => closeToast(id), ms),
    );
}

/** Removes a message; unknown ids are fine. */
export function closeToast(id: number): void {
  window.clearTimeout(timers.get(id));
  timers.delete(id);
  toasts.value = toasts.value.filter((entry) => entry.id !== id);
}

/** Whether two messages are one: never where each can undo another thing. */
function isSame(one: Toast, other: Toast): boolean {
  const leadsTogether =
    one.action && other.action ? one.action.page === other.action.page : one.action === other.action;
  const undoes = one.action !== undefined && one.action.page === undefined;
  return one.text === other.text && one.kind === other.kind && leadsTogether && !undoes;
}

/** Removes the messages that lead to a page, because it is open. */
export function closeToastsOf(page: string): void {
  toasts.value.filter(({ action }) => action?.page === page).forEach(({ id }) => closeToast(id));
}
