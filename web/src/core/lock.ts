// The lock screen and the classroom mode of this device. A lock is a curtain: the session goes on
// behind it, and only its owner's password lifts it.
import { computed, ref, watch } from 'vue';
import { classLocked } from './class-lock';
import { phase } from './session';
import { idleMs } from './idle';
import { readDevice, readPersonal, removePersonal, watchPersonal, writeDevice, writePersonal } from './storage';

/** Minutes without a touch until the screen locks; 0 is never. */
export const LOCK_MINUTES = [0, 5, 10, 30] as const;
const LOOK_MS = 5_000;

const own = ref(readPersonal('locked') === true);

/** True while the curtain is down. */
export const locked = computed(() => own.value || classLocked.value);
/**
 * True while nothing of the desktop may be read, wherever it was drawn: it is locked, or its session has ended
 * and whoever signs in may be somebody else. base.css hides all but the screen that stands in front.
 */
export const covered = computed(() => locked.value || phase.value === 'expired');
/** Larger targets for panels that are touched standing. */
export const classroom = ref(readDevice('classroom') === '1');
/** The chosen minutes of this device. */
export const lockMinutes = ref(asMinutes(readDevice('lock')));

/** Locks now; survives a reload. */
export function lock(): void {
  if (phase.value !== 'member') return;
  own.value = true;
  writePersonal('locked', true);
}

/** Lifts the curtain, after the password was right or the session has ended. */
export function unlock(): void {
  own.value = false;
  removePersonal('locked');
}

/** Chooses after how many idle minutes this device locks. */
export function setLockMinutes(minutes: number): void {
  lockMinutes.value = asMinutes(String(minutes));
  writeDevice('lock', lockMinutes.value === 0 ? null : String(lockMinutes.value));
}

/** Switches the classroom mode; switching it on also turns the idle lock on. */
export function setClassroom(on: boolean): void {
  classroom.value = on;
  writeDevice('classroom', on ? '1' : null);
  applyClassroom();
  if (on && lockMinutes.value === 0) setLockMinutes(10);
}

/** Watches for idle minutes; called once by main. */
export function startLock(): void {
  applyClassroom();
  const root = document.documentElement;
  watch(covered, (now) => root.toggleAttribute('data-covered', now), { immediate: true, flush: 'sync' });
  // One curtain for all tabs: a second tab is no way around it.
  watchPersonal('locked', () => (own.value = readPersonal('locked') === true));
  // Who signs in next has given a password, and is not asked for that of somebody else.
  watch(phase, (now) => now === 'guest' && unlock());
  window.setInterval(() => {
    if (!locked.value && lockMinutes.value > 0 && idleMs() >= lockMinutes.value * 60_000) lock();
  }, LOOK_MS);
}

function applyClassroom(): void {
  const root = document.documentElement;
  if (classroom.value) root.setAttribute('data-classroom', '');
  else root.removeAttribute('data-classroom');
}

function asMinutes(text: string | null): number {
  const minutes = Number(text);
  return LOCK_MINUTES.find((value) => value === minutes) ?? 0;
}
