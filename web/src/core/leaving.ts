// What would be lost by signing out here, in words, so that whoever leaves knows before.
import { shallowReactive } from 'vue';

const reasons = shallowReactive(new Set<() => string>());

/** Adds something that may be lost; `reason` answers an empty text while there is nothing. */
export function warnBeforeLeaving(reason: () => string): () => void {
  reasons.add(reason);
  return () => reasons.delete(reason);
}

/** The texts to show beside the button; reactive. */
export function leavingWarnings(): string[] {
  return [...reasons].map((reason) => reason()).filter(Boolean);
}
