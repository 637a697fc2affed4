// `device` and `compat`: what apps know of the device and its browser.
import { language } from '../../i18n';
import { lowPerf } from '../../perf';
import { classroom } from '../../lock';
import { scale, smallScreen, viewport } from '../../device';
import { serverOffline } from '../../connection';

/** Long enough for a slow device to hand over what was chosen, before the choice counts as given up. */
const GIVEN_UP_MS = 5000;
/** The oldest Chromium that the portal promises. */
const BASELINE = 80;

const agent = navigator.userAgent;
const chrome = Number(/Chrom(?:e|ium)\/(\d+)/.exec(agent)?.[1] ?? 0);

const PRESENT: Readonly<Record<string, () => boolean>> = {
  clipboard: () => 'clipboard' in navigator,
  share: () => 'share' in navigator,
  vibrate: () => 'vibrate' in navigator,
  touch: () => navigator.maxTouchPoints > 0,
  notification: () => 'Notification' in window,
  camera: () => 'mediaDevices' in navigator,
  'resize-observer': () => 'ResizeObserver' in window,
  'intersection-observer': () => 'IntersectionObserver' in window,
  'pointer-events': () => 'PointerEvent' in window,
  webgl: () => document.createElement('canvas').getContext('webgl') !== null,
  // Supported in a grid since long before it was in a flex box, so no test of CSS tells.
  'flex-gap': () => chrome === 0 || chrome >= 84,
  'backdrop-filter': () => CSS.supports('backdrop-filter', 'blur(1px)'),
  'aspect-ratio': () => CSS.supports('aspect-ratio', '1'),
  grid: () => CSS.supports('display', 'grid'),
};

export const compat: ServiceMarket.Compat = {
  chromeVersion: chrome,
  isX5: /TBS\/|MQQBrowser|X5Core/i.test(agent),
  isBelowBaseline: chrome > 0 && chrome < BASELINE,
  has(feature) {
    const known = Object.prototype.hasOwnProperty.call(PRESENT, feature) && PRESENT[feature];
    if (known) return known();
    return feature.includes(':') ? CSS.supports(feature) : feature in window || feature in navigator;
  },
};

export const device: ServiceMarket.Device = {
  info: () => ({
    width: viewport.value.width,
    height: viewport.value.height,
    pixelRatio: window.devicePixelRatio,
    scale: scale.value,
    isSmall: smallScreen.value,
    isTouch: navigator.maxTouchPoints > 0,
    isClassroom: classroom.value,
    isLowPerformance: lowPerf.value,
    isOnline: !serverOffline.value,
    language: language.value,
    userAgent: agent,
  }),
  filePicker: ({ accept = '', multiple = false } = {}) => choose({ accept, multiple }),
  camera: async ({ facing = 'environment' } = {}) => {
    const [picture] = await choose({ accept: 'image/*', capture: facing });
    return picture ?? null;
  },
};

/** Opens the browser's own choice of files; the app has to be in the middle of a tap or a click. */
function choose(attributes: { accept: string; multiple?: boolean; capture?: string }): Promise<File[]> {
  return new Promise((resolve) => {
    const field = document.createElement('input');
    field.type = 'file';
    field.accept = attributes.accept;
    field.multiple = attributes.multiple === true;
    if (attributes.capture) field.setAttribute('capture', attributes.capture);
    const end = (): void => resolve(Array.from(field.files ?? []));
    field.addEventListener('change', end);
    field.addEventListener('cancel', end);
    // Engines that have no `cancel` give the focus back.
    window.addEventListener('focus', () => window.setTimeout(end, GIVEN_UP_MS), { once: true });
    field.click();
  });
}
