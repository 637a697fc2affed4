// Degrade on weak devices. Attributes on the root redefine the costly tokens (see tokens.css):
// data-perf=low drops motion and glass for good, data-scrolling=1 drops glass during movement.
import { ref } from 'vue';
import { readDevice, writeDevice } from './storage';

export type PerfChoice = 'auto' | 'on' | 'off';

/** The person's choice for this device: `on` means low-performance mode is on. */
export const perfChoice = ref<PerfChoice>(asChoice(readDevice('perf')));
/** Whether low-performance mode is active now. */
export const lowPerf = ref(false);

const root = document.documentElement;
const SCROLL_REST_MS = 120;
const PROBE_FRAMES = 30;
const SLOW_FRAME_MS = 34;

let slowFrames = false;
let restTimer = 0;

/** Applies the choice, watches scrolling, and probes frames once the page is calm. */
export function startPerf(): void {
  apply();
  document.addEventListener('scroll', markMoving, { capture: true, passive: true });
  if (perfChoice.value === 'auto' && !lowPerf.value) window.setTimeout(probeFrames, 3000);
}

/** Chooses for this device and applies at once. */
export function setPerf(next: PerfChoice): void {
  perfChoice.value = next;
  writeDevice('perf', next === 'auto' ? null : next);
  apply();
}

/** Tells that something moves under the glass (scroll or drag); rests after a moment. */
export function markMoving(): void {
  if (restTimer === 0) root.setAttribute('data-scrolling', '1');
  window.clearTimeout(restTimer);
  restTimer = window.setTimeout(() => {
    restTimer = 0;
    root.removeAttribute('data-scrolling');
  }, SCROLL_REST_MS);
}

function apply(): void {
  // polyfills.js has judged the device before the first paint and left its verdict here.
  const weak = slowFrames || root.getAttribute('data-weak') === '1';
  lowPerf.value = perfChoice.value === 'on' || (perfChoice.value === 'auto' && weak);
  if (lowPerf.value) root.setAttribute('data-perf', 'low');
  else root.removeAttribute('data-perf');
}

function probeFrames(): void {
  if (document.hidden) return;
  const times: number[] = [];
  const step = (now: number): void => {
    times.push(now);
    if (times.length <= PROBE_FRAMES) {
      requestAnimationFrame(step);
      return;
    }
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? time));
    gaps.sort((a, b) => a - b);
    slowFrames = (gaps[PROBE_FRAMES >> 1] ?? 0) > SLOW_FRAME_MS;
    apply();
  };
  requestAnimationFrame(step);
}

function asChoice(text: string | null): PerfChoice {
  return text === 'on' || text === 'off' ? text : 'auto';
}
