// What may be switched off from afar: the screens, by a lock, and apps. The whole portal has a switch for
// each and so has the class; either one locks, either one keeps an app off. A frame tells one of the
// two, the class's by its `class`, so both are remembered.
import { api, send } from '@/api/client';
import { activeLocks, screensLocked, setLocks, type Locks } from '@/core/class-lock';
import type { Frame } from '@/core/live';
import { isOwnAct } from '@/core/own-acts';
import { toasts } from '@/core/toast';
import { keepOff, leaveApp } from './windows/store';

type Whose = 'portal' | 'class';

type LockTurned = Frame<'lock_screen_changed'>;
type AppSwitched = Frame<'market_app_control_changed'>;

function whoseOf(frame: LockTurned | AppSwitched): Whose {
  return typeof frame.class === 'string' ? 'class' : 'portal';
}

const NO_LOCKS: Locks = { portal: false, class: false, number: null };

/** What was told since the locks were asked for: newer than the answer. */
let toldLocks: Partial<Record<Whose, boolean>> = {};
/** Number of the newest reading of the locks: an older answer that comes after it is dropped. */
let lockReading = 0;

/** A lock was turned. */
export async function lockTurned(frame: LockTurned): Promise<void> {
  const [whose, enabled] = [whoseOf(frame), frame.enabled];
  toldLocks[whose] = enabled;
  // Where none is on both are known: a lock must not have all desktops of the school ask at once.
  const before = activeLocks.value ?? (screensLocked.value ? null : NO_LOCKS);
  if (before) setLocks({ ...before, [whose]: enabled, number: frame.class ?? before.number });
  // The other one may hold; only the server knows.
  else if (!enabled) await readLock();
}

/** Asks which locks are on. */
export async function readLock(): Promise<void> {
  const reading = ++lockReading;
  toldLocks = {};
  const { portal_enabled, class_enabled, class: number } = await send(api.GET('/api/user/lock-screen'));
  if (reading !== lockReading) return;
  setLocks({ portal: portal_enabled, class: class_enabled === true, number: number ?? null, ...toldLocks });
}

/** Which apps each switch keeps off. */
let off: Record<Whose, Set<string>> = { portal: new Set(), class: new Set() };
/** What was switched since the list was asked for: newer than the answer. */
let toldApps: AppSwitched[] = [];
/** Number of the newest reading of the list, as of the locks. */
let appReading = 0;

/** An app was switched. */
export function appSwitched(frame: AppSwitched): void {
  const name = frame.appName;
  toldApps.push(frame);
  note(frame);
  const enabled = !isOff(name);
  const told = toasts.value;
  leaveApp(name, enabled);
  // That it was switched off was said where it was done.
  if (!enabled && isOwnAct(name)) toasts.value = told;
}

/** Asks which apps are off. */
export async function readApps(): Promise<void> {
  const reading = ++appReading;
  toldApps = [];
  const { disabled_in_portal, disabled_in_class } = await send(api.GET('/api/system/app-control'));
  if (reading !== appReading) return;
  off = { portal: new Set(disabled_in_portal), class: new Set(disabled_in_class) };
  toldApps.forEach(note);
  keepOff([...off.portal, ...off.class]);
}

/** The session has ended: who comes next may be of another class. */
export function forgetSwitches(): void {
  lockReading += 1;
  appReading += 1;
  toldLocks = {};
  off = { portal: new Set(), class: new Set() };
  toldApps = [];
}

function note(frame: AppSwitched): void {
  const names = off[whoseOf(frame)];
  if (frame.enabled) names.delete(frame.appName);
  else names.add(frame.appName);
}

function isOff(name: string): boolean {
  return off.portal.has(name) || off.class.has(name);
}
