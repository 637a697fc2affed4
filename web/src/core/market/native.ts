// The timers and listeners of the page as the browser has them, beneath what page-timers.ts puts in their place.

export type PageTarget = Window | Document | HTMLElement;
export type Listener = EventListenerOrEventListenerObject;

type Options = boolean | AddEventListenerOptions | undefined;
type Change = (type: string, listener: Listener, options?: Options) => void;

/** What outlives every app, and so has to be cleaned up after each. */
export const TARGETS: readonly PageTarget[] = [window, document, document.documentElement, document.body];
const add = TARGETS.map((target) => target.addEventListener.bind(target) as Change);
const remove = TARGETS.map((target) => target.removeEventListener.bind(target) as Change);

export const native = {
  setTimeout: window.setTimeout.bind(window) as (code: () => void, ms?: number) => number,
  clearTimeout: window.clearTimeout.bind(window) as (id: number) => void,
  setInterval: window.setInterval.bind(window) as (code: () => void, ms?: number) => number,
  clearInterval: window.clearInterval.bind(window) as (id: number) => void,
  requestAnimationFrame: window.requestAnimationFrame.bind(window),
  cancelAnimationFrame: window.cancelAnimationFrame.bind(window),
  addListener: (target: PageTarget, ...rest: Parameters<Change>): void => add[TARGETS.indexOf(target)]?.(...rest),
  removeListener: (target: PageTarget, ...rest: Parameters<Change>): void => remove[TARGETS.indexOf(target)]?.(...rest),
};
