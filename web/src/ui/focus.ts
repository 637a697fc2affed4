// Focus inside modal surfaces, and after a failed check of a form.
import { nextTick } from 'vue';

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex="0"]';

/** The elements inside `root` that Tab would visit. */
export function focusables(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.getClientRects().length > 0);
}

/** Goes to the first field that a failed check has marked, once the marks are there. */
export async function focusFault(root: HTMLElement | undefined | null): Promise<void> {
  await nextTick();
  const field = root?.querySelector<HTMLElement>('[aria-invalid="true"], [data-fault]');
  field?.focus();
  // A bar that sticks to the edge of the form may cover what a browser takes for visible.
  field?.scrollIntoView({ block: 'center' });
}

/** Brings what a form says of its failure into sight, once it is there. */
export async function showFailure(root: HTMLElement | undefined | null): Promise<void> {
  await nextTick();
  root?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
}

/** Keydown handler that lets Tab run in a circle inside the element it is bound to. */
export function keepFocusInside(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const root = event.currentTarget as HTMLElement;
  const all = focusables(root);
  const first = all[0];
  const last = all[all.length - 1];
  if (!first || !last) return;
  const active = document.activeElement;
  const outside = !(active instanceof HTMLElement) || !root.contains(active) || active === root;
  if (event.shiftKey && (outside || active === first)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (active === last || (outside && active !== root))) {
    event.preventDefault();
    first.focus();
  }
}
