// Focus inside modal surfaces.

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex="0"]';

/** The elements inside `root` that Tab would visit. */
export function focusables(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.getClientRects().length > 0,
  );
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
