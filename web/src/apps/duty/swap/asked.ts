// The messages that offer to take a request to swap back: while the window is open, each goes as soon as its request is
// answered, when there is nothing left to take back.
import type { Swap } from '../types';

/** A message is gone by itself after this time, and nothing is left to close. */
const FORGET_MS = 60_000;

const offers = new Map<string, () => void>();

/** Keeps what closes the message about a request. */
export function noteAsked(id: string, close: () => void): void {
  offers.set(id, close);
  window.setTimeout(() => offers.delete(id), FORGET_MS);
}

/** Closes the messages about requests that are open no more. */
export function closeAnswered(swaps: readonly Pick<Swap, 'id' | 'state'>[]): void {
  for (const { id, state } of swaps) {
    if (state === 'open') continue;
    offers.get(id)?.();
    offers.delete(id);
  }
}
