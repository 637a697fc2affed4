// Degrade on weak devices. Attributes on the root redefine the costly tokens (see tokens.css):
// data-perf=low drops motion and glass for good, data-scrolling=1 drops glass during movement.
import { ref } from 'vue';
import { readDevice, writeDevice } from './storage';

/** Marks elements that get the degrade attributes too: containers of apps and widgets. */
const CONTAINERS = '[data-container]';

export type PerfChoice = 'auto' | 'on' | 'off';

export type GlassChoice = 'auto' | 'flat';

/** The person's choice for this device: `on` means low-performance mode is on. */
export const perfChoice = ref<PerfChoice>(asChoice(readDevice('perf')));
/** Glass for this device: `flat` replaces it by opaque surfaces. */
export const glassChoice = ref<GlassChoice>(readDevice('glass') === 'flat' ? 'flat' : 'auto');
/** Whether low-performance mode is active now. */
export const lowPerf = ref(false);

/** Whether something is being scrolled or dragged. */
export const isMoving = ref(false);

const flat = ref(false);
const HAS_GLASS = CSS.supports('backdrop-filter', 'blur(1px)') || CSS.supports('-webkit-backdrop-filter', 'blur(1px)');
const root = document.documentElement;
const SCROLL_REST_MS = 120;
const PROBE_FRAMES = 30;
const SLOW_FRAME_MS = 34;

let slowFrames = false;
let restTimer = 0;
let lastMove = 0;

/** Applies the choice, watches scrolling, and probes frames once the page is idle. */
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

/** Chooses glass or opaque surfaces for this device. */
export function setGlass(next: GlassChoice): void {
  glassChoice.value = next;
  writeDevice('glass', next === 'auto' ? null : next);
  apply();
}

/** The attributes that tell a container to save effort, besides `data-scrolling`. */
export function degradeAttributes(): Record<string, string | undefined> {
  return { 'data-perf': lowPerf.value ? 'low' : undefined, 'data-glass': flat.value ? 'flat' : undefined };
}

/** Tells that something moves under the glass (scroll or drag); rests after a moment. */
export function markMoving(): void {
  lastMove = performance.now();
  if (restTimer !== 0) return;
  isMoving.value = true;
  mark(true);
  restTimer = window.setTimeout(rest, SCROLL_REST_MS);
}

function rest(): void {
  const left = lastMove + SCROLL_REST_MS - performance.now();
  restTimer = left > 0 ? window.setTimeout(rest, left) : 0;
  if (restTimer !== 0) return;
  isMoving.value = false;
  mark(false);
}

/** Twice per movement, never per frame; where there is no glass nothing is saved by it. */
function mark(moving: boolean): void {
  if (moving && flat.value) return;
  [root, ...document.querySelectorAll(CONTAINERS)].forEach((element) => {
    if (moving) element.setAttribute('data-scrolling', '1');
    else element.removeAttribute('data-scrolling');
  });
}

function apply(): void {
  // polyfills.js has judged the device before the first paint and left its verdict here.
  const weak = slowFrames || root.getAttribute('data-weak') === '1';
  lowPerf.value = perfChoice.value === 'on' || (perfChoice.value === 'auto' && weak);
  if (lowPerf.value) root.setAttribute('data-perf', 'low');
  else root.removeAttribute('data-perf');
  flat.value = lowPerf.value || glassChoice.value === 'flat' || !HAS_GLASS;
  if (flat.value) root.setAttribute('data-glass', 'flat');
  else root.removeAttribute('data-glass');
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
