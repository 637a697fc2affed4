// The last five layouts, so that a change of heart or a lost conflict costs nothing. Kept on this
// device until the server keeps them; wiped with everything personal on sign-out.
import { ref } from 'vue';
import { readPersonal, writePersonal } from '../storage';
import { record, sameDocument, type LayoutDocument } from './document';

export interface PastLayout {
  /** Milliseconds since epoch: until when this layout was in use. */
  at: number;
  document: LayoutDocument;
}

const KEY = 'layouts';
const KEPT = 5;

/** Newest first. In memory too, for devices whose storage is full or blocked. */
export const pastLayouts = ref<PastLayout[]>([]);

/** Reads what this device has kept; called when the desktop opens. */
export function loadPast(): void {
  const stored = readPersonal(KEY);
  const entries = Array.isArray(stored) ? (stored as unknown[]) : [];
  pastLayouts.value = entries.filter(isPast).slice(0, KEPT);
}

/** Keeps a layout that is about to be replaced; the same one twice counts once. */
export function keepPast(document: LayoutDocument): void {
  const rest = pastLayouts.value.filter((entry) => !sameDocument(entry.document, document));
  pastLayouts.value = [{ at: Date.now(), document }, ...rest].slice(0, KEPT);
  writePersonal(KEY, pastLayouts.value);
}

function isPast(value: unknown): value is PastLayout {
  const { at, document } = record(value);
  return typeof at === 'number' && Array.isArray(record(document).pages);
}
