// Timers and listeners of the page that know whose they are: those of an installed app end with it. What calls them
// decides, so that the desktop's own stay untouched, also where an app has made the desktop begin them. Not covered:
// observers, workers, `window.onresize = …`, media queries, idle callbacks and listeners of elements that outlive the
// app other than the root and the body. An app ends these itself, in `onDestroy` or in `unmount`.
import { callerOf, type Source } from './owner';
import { native, TARGETS, type Listener, type PageTarget } from './native';
import { currentScope, liveScopes, Scope } from './scope';
import { scriptScope } from './script-scopes';

/** What an app begins after it was closed never begins. */
const NOWHERE = 'nowhere';

let isInstalled = false;

/** Puts these in the place of the browser’s own, once; to be called before the first script of an app is asked for. */
export function installPageTimers(): void {
  if (isInstalled) return;
  isInstalled = true;
  const timers = { setTimeout, setInterval, clearTimeout, clearInterval };
  Object.assign(window, timers, { requestAnimationFrame, cancelAnimationFrame });
  TARGETS.forEach(ownListeners);
}

/** The scope to which belongs what some code begins; none for code of the desktop. */
function scopeOf(source: Source | undefined): Scope | typeof NOWHERE | undefined {
  if (!source) return undefined;
  const current = currentScope();
  if (current?.app === source.app && !current.ended) return current;
  const reading = scriptScope(source.app);
  if (reading) return reading;
  // Code that goes on after a promise: which of several widgets it belongs to is not known any more.
  const candidates = [...liveScopes()].filter(({ app }) => app === source.app);
  const closest = candidates.filter(({ file }) => file === source.file);
  return closest[closest.length - 1] ?? candidates[candidates.length - 1] ?? NOWHERE;
}

type Code = (...given: unknown[]) => void;
type Timer = (...given: Parameters<typeof window.setTimeout>) => number;
type End = (id: number | undefined) => void;

const beneath = {
  setTimeout: window.setTimeout as unknown as Timer,
  setInterval: window.setInterval as unknown as Timer,
  clearTimeout: window.clearTimeout as End,
  clearInterval: window.clearInterval as End,
};

function setTimeout(...given: Parameters<Timer>): number {
  return begin(callerOf(setTimeout), 'setTimeout', given);
}

function setInterval(...given: Parameters<Timer>): number {
  return begin(callerOf(setInterval), 'setInterval', given);
}

function begin(source: Source | undefined, kind: 'setTimeout' | 'setInterval', given: Parameters<Timer>): number {
  const scope = scopeOf(source);
  const [code, ms, ...rest] = given as [unknown, number | undefined, ...unknown[]];
  // A text as code is for the browser, which refuses it.
  if (!scope || typeof code !== 'function') return beneath[kind].apply(window, given);
  return scope === NOWHERE ? 0 : scope[kind](() => (code as Code)(...rest), ms);
}

function clearTimeout(id?: number): void {
  if (!endTimer(id)) beneath.clearTimeout.call(window, id);
}

function clearInterval(id?: number): void {
  if (!endTimer(id)) beneath.clearInterval.call(window, id);
}

function endTimer(id = 0): boolean {
  return [...liveScopes()].some((scope) => scope.clearTimer(id));
}

function requestAnimationFrame(code: FrameRequestCallback): number {
  const scope = scopeOf(callerOf(requestAnimationFrame));
  if (!scope) return native.requestAnimationFrame(code);
  return scope === NOWHERE ? 0 : scope.requestFrame(code);
}

function cancelAnimationFrame(id: number): void {
  if (![...liveScopes()].some((scope) => scope.cancelFrame(id))) native.cancelAnimationFrame(id);
}

function ownListeners(target: PageTarget): void {
  type Options = boolean | AddEventListenerOptions | null | undefined;
  function addEventListener(type: string, listener: Listener | null, options?: Options): void {
    const scope = scopeOf(callerOf(addEventListener));
    if (!scope || !listener) native.addListener(target, type, listener as Listener, options ?? undefined);
    else if (scope !== NOWHERE) scope.listen(target, type, listener, options);
  }
  function removeEventListener(type: string, listener: Listener | null, options?: Options): void {
    const capture = typeof options === 'object' ? options?.capture === true : options === true;
    const isApps = listener && [...liveScopes()].some((scope) => scope.unlisten(target, type, listener, capture));
    if (!isApps) native.removeListener(target, type, listener as Listener, options ?? undefined);
  }
  Object.assign(target, { addEventListener, removeEventListener });
}
