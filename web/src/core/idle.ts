// How long nobody has touched this device, and whether someone is in the middle of something.
import { readDevice, writeDevice } from './storage';

let last = Date.now();
/** How often a tab tells the others that somebody is there. */
const TELL_MS = 10_000;
let told = 0;
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields somebody has typed in. Their `defaultValue` says nothing: Vue writes it along. */
const typed = new WeakSet<EventTarget>();
let lastInput = -Infinity;
let isDown = false;

/** Starts listening; called once by main. */
export function startIdle(): void {
  document.addEventListener('input', input, { capture: true, passive: true });
  document.addEventListener('pointerdown', () => (isDown = true), { capture: true, passive: true });
  for (const name of ['pointerup', 'pointercancel', 'dragend']) {
    document.addEventListener(name, () => (isDown = false), { capture: true, passive: true });
  }
  // A menu or a window of the system may take the release.
  window.addEventListener('blur', () => (isDown = false));
  EVENTS.forEach((name) => document.addEventListener(name, touch, { capture: true, passive: true }));
}

function input({ target }: Event): void {
  lastInput = performance.now();
  if (target) typed.add(target);
}

function touch(): void {
  last = Date.now();
  if (Math.abs(last - told) < TELL_MS) return;
  told = last;
  writeDevice('touched', String(last));
}

/** The same in all tabs of this browser, to about ten seconds. */
export function deviceIdleMs(): number {
  const elsewhere = Date.now() - Number(readDevice('touched') ?? 0);
  return elsewhere < 0 ? idleMs() : Math.min(idleMs(), elsewhere);
}

/** Milliseconds since the last touch, key or move. A clock set back counts as no time at all. */
export function idleMs(): number {
  return Math.max(0, Date.now() - last);
}

/** True while a finger or a button is down: something may be dragged. */
export function isPressed(): boolean {
  return isDown;
}

/** Milliseconds since something was typed. */
export function sinceInputMs(): number {
  return performance.now() - lastInput;
}

/** True while there is text that somebody has typed and not sent: closing would lose it. */
export function isTyping(root: ParentNode = document): boolean {
  return begun(root).length > 0 || root.querySelector('[contenteditable=true]:focus') !== null;
}

/**
 * The same of text that a reload would lose: `data-kept` is kept on the device, a search is asked again.
 * What is shown only once, `data-once`, is lost too.
 */
export function wouldLoseText(): boolean {
  const isLost = begun(document).some((field) => field.type !== 'search' && field.closest('[data-kept=true]') === null);
  return isLost || document.querySelector('[contenteditable=true]:focus, [data-once]') !== null;
}

/**
 * Notes what stands in the form that is in use; the returned function takes it as sent. What was typed
 * since is not.
 */
export function fieldsInUse(): () => void {
  const form = document.activeElement?.closest('form');
  const before = (form ? begun(form) : []).map((field) => [field, field.value] as const);
  return () => before.forEach(([field, value]) => field.value === value && typed.delete(field));
}

function begun(root: ParentNode): Field[] {
  const fields = [...root.querySelectorAll<Field>('input, textarea')];
  return fields.filter((field) => isText(field) && typed.has(field) && field.value !== '');
}

function isText(field: Field): boolean {
  return !['checkbox', 'radio', 'range', 'color', 'file', 'hidden'].includes(field.type);
}
