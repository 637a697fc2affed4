// What kind of screen this is: display scale, size class, and the pixel size of one rem.
import { ref } from 'vue';
import { readDevice, writeDevice } from './storage';

export const SCALES = [1, 1.25, 1.5, 2] as const;
/** Below this width (in unscaled px) windows become full-screen sheets. */
const SMALL_PX = 700;

const root = document.documentElement;

/** The display scale: the one that was chosen on this device, else larger on very large screens. */
export const scale = ref(Number(getComputedStyle(root).getPropertyValue('--svc-scale')) || 1);
/** True on phones and narrow windows. */
export const smallScreen = ref(false);
/** The viewport in CSS px, kept up to date. */
export const viewport = ref({ width: window.innerWidth, height: window.innerHeight });

/** Follows the size of the window; called once by main. */
export function startDevice(): void {
  window.addEventListener('resize', measure);
  measure();
}

/** Keeps and applies a display scale for this device. */
export function setScale(next: number): void {
  writeDevice('scale', String(next));
  apply(next);
  measure();
}

function apply(next: number): void {
  scale.value = next;
  root.style.setProperty('--svc-scale', String(next));
}

/** As polyfills.js has it for the first paint. A laptop leaves the panel that it was plugged into. */
function proposedScale(): number {
  if (window.innerWidth > 3200) return 2;
  return window.innerWidth > 2200 ? 1.5 : 1;
}

/** Pixels of one rem. */
export function remPx(): number {
  return 16 * scale.value;
}

function measure(): void {
  if (!readDevice('scale') && proposedScale() !== scale.value) apply(proposedScale());
  viewport.value = { width: window.innerWidth, height: window.innerHeight };
  smallScreen.value = window.innerWidth / scale.value < SMALL_PX;
}
