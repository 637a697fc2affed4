// Short messages at the bottom of the screen, with at most one action (undo, reload, retry).
import { ref } from 'vue';

export interface Toast {
  id: number;
  text: string;
  kind: 'info' | 'error';
  action?: { label: string; run: () => void };
}

export const toasts = ref<Toast[]>([]);

const DEFAULT_MS = 4000;
const MOST_AT_ONCE = 3;
let lastId = 0;

/** Shows a message; `ms: 0` keeps it until it is closed. Returns a function that closes it. */
export function toast(
  text: string,
  options: { kind?: Toast['kind']; action?: Toast['action']; ms?: number } = {},
): () => void {
  const id = ++lastId;
  const kind = options.kind ?? 'info';
  toasts.value = [...toasts.value, { id, text, kind, action: options.action }].slice(-MOST_AT_ONCE);
  const ms = options.ms ?? DEFAULT_MS;
  if (ms > 0) window.setTimeout(() => closeToast(id), ms);
  return () => closeToast(id);
}

/** Removes a message; unknown ids are fine. */
export function closeToast(id: number): void {
  toasts.value = toasts.value.filter((entry) => entry.id !== id);
}
