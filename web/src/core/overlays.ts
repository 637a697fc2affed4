// What lies over the desktop or an app (dialogs, panels, menus) closes by Escape and by the Back of the device, the
// newest first. Each has an entry of its own in the history of the tab, with the address of the entry below it: Back
// takes that entry, and the address stays. One that closes otherwise takes its entry along, so that the next Back does
// what it would have done without it.
import { computed, nextTick, onScopeDispose, ref } from 'vue';
import { onEscape } from './hotkeys';
import { newId } from './ids';
import { locked } from './lock';

interface EntryState {
  /** The entries of one address and of all that was opened over it have the same id. */
  stack?: string;
  /** How many are open where this entry is the present one; absent where nothing was opened over it. */
  overlays?: number;
}

/** Ends the wait for a step back that the browser has given up for another one. */
const STEP_MS = 500;
/** `hashchange` has come so long after `popstate`. */
const HASH_MS = 50;

const closers: (() => void)[] = [];
const covering = ref(0);
/** Something lies over the screen and wants an answer, or wants to be read. */
export const isCovered = computed(() => covering.value > 0);

/** Our own step back that is under way: the address that stays, and whether it was gone to meanwhile. */
interface Step {
  stack: string | undefined;
  href: string;
  isNew: boolean;
  timer: number;
}
let step: Step | undefined;

const entry = (): EntryState => (history.state as EntryState | null) ?? {};
const depth = (): number => entry().overlays ?? 0;

/** Closes by Escape and Back as long as the scope lives; for use in a component's `setup`. */
export function closeOnBack(close: () => void): void {
  onEscape(close);
  closers.push(close);
  settle();
  onScopeDispose(() => {
    closers.splice(closers.lastIndexOf(close), 1);
    // Whoever closes it may go elsewhere in the same moment, which leaves no entry to take away.
    window.setTimeout(settle);
  });
}

/** The same for what covers the screen: notices that can wait do not lie over it. */
export function useOverlay(close: () => void): void {
  closeOnBack(close);
  covering.value += 1;
  onScopeDispose(() => (covering.value -= 1));
}

/** Gives each that is open an entry, and takes away those of what has closed. */
function settle(): void {
  if (step) return;
  const left = depth() - closers.length;
  if (left > 0) {
    const { stack } = entry();
    // No longer counted: whoever goes back meanwhile goes on from the entry below.
    history.replaceState({ ...entry(), overlays: closers.length }, '');
    step = { stack, href: location.href, isNew: false, timer: window.setTimeout(endStep, STEP_MS) };
    history.go(-left);
    return;
  }
  if (left === 0) return;
  // What lies below says that something was opened over it.
  if (entry().overlays === undefined) history.replaceState({ ...entry(), stack: newId(), overlays: 0 }, '');
  while (depth() < closers.length) history.pushState({ ...entry(), overlays: depth() + 1 }, '');
}

function endStep(): void {
  window.clearTimeout(step?.timer);
  step = undefined;
  settle();
}

function onPop(): void {
  if (step) return arrive(step);
  const { overlays } = entry();
  // Nothing behind the curtain is closed.
  if (overlays !== undefined && overlays < closers.length && !locked.value) closers[closers.length - 1]?.();
  void nextTick(() => {
    // What stays open, because it asks first or must be answered, gets its entry back.
    if (depth() <= closers.length) settle();
    // A step back waits for `hashchange`, which may put an entry on top: a step back inside of an app.
    else window.setTimeout(settle, HASH_MS);
  });
}

/** Where our own step back has led, or what came between. */
function arrive(to: Step): void {
  if (entry().stack !== to.stack) {
    to.href = location.href;
    to.isNew = true;
    return;
  }
  // The entry below may have an older address: another window has come to the front since.
  if (to.href !== location.href) {
    if (to.isNew) location.href = to.href;
    else history.replaceState(history.state, '', to.href);
  }
  endStep();
}

window.addEventListener('popstate', onPop);
// The page was loaded anew while something was open.
settle();
