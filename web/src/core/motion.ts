// Less motion: as the system says, as the member chose for this device, or because the device is
// weak. Durations live in tokens.css; code asks `lessMotion` only where it moves things itself.
import { computed, ref } from 'vue';
import { lowPerf } from './perf';
import { readDevice, writeDevice } from './storage';

export type MotionChoice = 'auto' | 'reduce';

/** What was chosen for this device. */
export const motionChoice = ref<MotionChoice>(readDevice('motion') === 'reduce' ? 'reduce' : 'auto');
const systemReduces = ref(false);
/** True when nothing should move that need not. */
export const lessMotion = computed(() => lowPerf.value || motionChoice.value === 'reduce' || systemReduces.value);

/** Follows the system and applies the choice; called once by main. */
export function startMotion(): void {
  const query = window.matchMedia('(prefers-reduced-motion: reduce)');
  const follow = (): void => {
    systemReduces.value = query.matches;
  };
  // addListener, because Safari 13 has no addEventListener on media queries.
  query.addListener(follow);
  follow();
  apply();
}

/** Chooses for this device. */
export function setMotion(next: MotionChoice): void {
  motionChoice.value = next;
  writeDevice('motion', next === 'auto' ? null : next);
  apply();
}

function apply(): void {
  const root = document.documentElement;
  if (motionChoice.value === 'reduce') root.setAttribute('data-motion', 'reduce');
  else root.removeAttribute('data-motion');
}
