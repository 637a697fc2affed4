// The lock screen and the classroom mode of this device. A lock is a curtain: the session goes on
// behind it, and only its owner's password lifts it.
import { computed, ref, watch } from 'vue';
import { remotelyLocked } from './class-lock';
import { phase, sharedComputer } from './session';
import { deviceIdleMs } from './idle';
import { readDevice, readPersonal, removePersonal, watchPersonal, writeDevice, writePersonal } from './storage';

/** Minutes without a touch until the screen locks; 0 is never. */
export const LOCK_MINUTES = [0, 1, 5, 15] as const;
const SHARED_MINUTES = 5;
const CLASSROOM_MINUTES = 15;
const LOOK_MS = 5_000;

const own = ref(readPersonal('locked') === true);

/** True while the curtain is down. */
export const locked = computed(() => own.value || remotelyLocked.value);
/**
 * True while nothing of the desktop may be read, wherever it was drawn: it is locked, or its session has ended
 * and whoever signs in may be somebody else. base.css hides all but the screen that stands in front.
 */
export const covered = computed(() => locked.value || phase.value === 'expired');
/** Larger targets for panels that are touched standing. */
export const classroom = ref(readDevice('classroom') === '1');
/** What was chosen on this device; null while nothing was. */
const chosen = ref(readDevice('lock'));
/** The minutes that hold on this device: those chosen, else never, or soon on a shared computer. */
export const lockMinutes = computed(() => asMinutes(chosen.value ?? (sharedComputer.value ? SHARED_MINUTES : 0)));

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
  chosen.value = String(asMinutes(minutes));
  writeDevice('lock', chosen.value);
}

/** Switches the classroom mode; switching it on also turns the idle lock on. */
export function setClassroom(on: boolean): void {
  classroom.value = on;
  writeDevice('classroom', on ? '1' : null);
  applyClassroom();
  if (on && lockMinutes.value === 0) setLockMinutes(CLASSROOM_MINUTES);
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
    if (!locked.value && lockMinutes.value > 0 && deviceIdleMs() >= lockMinutes.value * 60_000) lock();
  }, LOOK_MS);
}

function applyClassroom(): void {
  const root = document.documentElement;
  if (classroom.value) root.setAttribute('data-classroom', '');
  else root.removeAttribute('data-classroom');
}

/** The longest of the choices that is not longer: older versions had others. */
function asMinutes(minutes: string | number): number {
  return Math.max(...LOCK_MINUTES.filter((choice) => choice <= Number(minutes)), 0);
}
