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

/** As the server said last; null until it has been asked. */
export const locks = shallowRef<Locks | null>(null);
/** Whether a lock is on, as the server said last; kept, so that a device that was locked fetches the curtain first. */
export const lockOn = ref(readPersonal('class-locked') === true);
const passed = ref(false);

/** True while the lock holds at this device. */
export const classLocked = computed(() => lockOn.value && !passed.value);

/** All screens were locked or unlocked. */
export function setClassLock(next: boolean): void {
  if (next === lockOn.value) return;
  lockOn.value = next;
  passed.value = false;
  writePersonal('class-locked', next);
}

/** The server has said which locks are on. */
export function setLocks(next: Locks): void {
  locks.value = next;
  setClassLock(next.portal || next.class);
}

/** Goes on at this device, for those who may lock and unlock; until the next lock. */
export function passClassLock(): void {
  passed.value = true;
}

/** The session has ended: who comes next is told anew, and has passed nothing. */
export function forgetClassLock(): void {
  locks.value = null;
  lockOn.value = false;
  passed.value = false;
}
