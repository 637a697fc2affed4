// The lock of all screens, set by somebody who may; no password lifts it. Every answer that begins a
// session says whether it is on, so no desktop shows before it knows.
import { computed, ref, shallowRef } from 'vue';
import { readPersonal, writePersonal } from './storage';

/** Which locks are on: the whole portal's and that of one's class, which has two digits. */
export interface Locks {
  portal: boolean;
  class: boolean;
  number: string | null;
}

/** The locks that are on, as the server said last; null until it has been asked which. */
export const activeLocks = shallowRef<Locks | null>(null);
/** Whether any lock is on, as the server said last; kept, so that a device that was locked fetches the curtain first. */
export const screensLocked = ref(readPersonal('class-locked') === true);
const passed = ref(false);

/** True while a lock that somebody has set from afar holds at this device: one is on, and nobody has passed it here. */
export const remotelyLocked = computed(() => screensLocked.value && !passed.value);

/** All screens were locked or unlocked. */
export function setClassLock(next: boolean): void {
  if (next === screensLocked.value) return;
  screensLocked.value = next;
  passed.value = false;
  writePersonal('class-locked', next);
}

/** The server has said which locks are on. */
export function setLocks(next: Locks): void {
  activeLocks.value = next;
  setClassLock(next.portal || next.class);
}

/** Goes on at this device, for those who may lock and unlock; until the next lock. */
export function passClassLock(): void {
  passed.value = true;
}

/** The session has ended: who comes next is told anew, and has passed nothing. */
export function forgetClassLock(): void {
  activeLocks.value = null;
  screensLocked.value = false;
  passed.value = false;
}
