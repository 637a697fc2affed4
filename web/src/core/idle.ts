// How long nobody has touched this device, and whether someone is in the middle of typing.

let last = Date.now();
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Fields somebody has typed in. Their `defaultValue` says nothing: Vue writes it along. */
const typed = new WeakSet<EventTarget>();

/** Starts listening; called once by main. */
export function startIdle(): void {
  document.addEventListener('input', ({ target }) => target && typed.add(target), { capture: true, passive: true });
  EVENTS.forEach((name) => document.addEventListener(name, touch, { capture: true, passive: true }));
}

function touch(): void {
  last = Date.now();
}

/** Milliseconds since the last touch, key or move. A clock set back counts as no time at all. */
export function idleMs(): number {
  return Math.max(0, Date.now() - last);
}

/** True while a text is being written: a reload now would lose it. */
export function isTyping(root: ParentNode = document): boolean {
  const fields = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  const hasText = [...fields].some((field) => isText(field) && typed.has(field) && field.value !== '');
  return hasText || root.querySelector('[contenteditable=true]:focus') !== null;
}

function isText(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return !['checkbox', 'radio', 'range', 'color', 'file', 'hidden'].includes(field.type);
}
