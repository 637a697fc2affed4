// Keyboard plumbing: the data-kbd mark for the focus ring, a stack of Escape owners, and IME safety.
import { onScopeDispose } from 'vue';
import { locked } from './lock';

type EscapeHandler = () => void;

const escapes: EscapeHandler[] = [];
const RING_KEYS = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', '`']);

/** Starts the page-wide listeners; called once by main. */
export function startHotkeys(): void {
  const root = document.documentElement;
  document.addEventListener('keydown', (event) => {
    if (RING_KEYS.has(event.key)) root.setAttribute('data-kbd', '');
    // What lies behind the curtain hears nothing.
    if (event.key !== 'Escape' || isComposing(event) || event.defaultPrevented || locked.value) return;
    const top = escapes[escapes.length - 1];
    if (!top) return;
    event.preventDefault();
    top();
  });
  document.addEventListener('pointerdown', () => root.removeAttribute('data-kbd'), true);
}

/** Lets the newest caller own Escape until its scope ends or the returned function is called. */
export function onEscape(handler: EscapeHandler): () => void {
  escapes.push(handler);
  const release = (): void => {
    const index = escapes.lastIndexOf(handler);
    if (index >= 0) escapes.splice(index, 1);
  };
  onScopeDispose(release, true);
  return release;
}

/** True while an input method is choosing characters; Enter and Escape then belong to it. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
