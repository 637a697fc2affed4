// What one running piece of an app has begun and must not leave behind: timers, listeners of the page, subscriptions. A
// scope belongs to one window or one widget of an app, or to what a script of the app did while it was read.
import { fail } from './crashes';
import { native, type Listener, type PageTarget } from './native';

/** What a page hears of somebody's hands. */
const INPUT_EVENTS = /^(key|pointer|mouse|touch|wheel|click|dblclick|contextmenu)/;

interface Interval {
  id: number;
  run: () => void;
  ms: number;
}

interface Listening {
  target: PageTarget;
  type: string;
  listener: Listener;
  capture: boolean;
  wrapped: (event: Event) => void;
}

let current: Scope | undefined;
const live = new Set<Scope>();

/** The scope whose code is at work, as far as that is known. */
export function currentScope(): Scope | undefined {
  return current;
}

/** All scopes that have not ended, oldest first. */
export function liveScopes(): Iterable<Scope> {
  return live;
}

function within<T>(scope: Scope, code: () => T): T {
  const before = current;
  current = scope;
  try {
    return code();
  } finally {
    current = before;
  }
}

export class Scope {
  /** Ends of what the app has been given and what it has begun, newest last. */
  private readonly ends = new Set<() => void>();
  private readonly destroyers: (() => void)[] = [];
  private readonly suspenders: (() => void)[] = [];
  private readonly resumers: (() => void)[] = [];
  private readonly timeouts = new Set<number>();
  /** By the number that the app knows; after a pause the browser has another one. */
  private readonly intervals = new Map<number, Interval>();
  private readonly frames = new Map<number, { id: number; run: FrameRequestCallback }>();
  private listenings: Listening[] = [];
  private isPaused = false;
  private isLeaving = false;
  private isOver = false;

  /** `file` is the script that defines what runs here. */
  constructor(
    readonly app: string,
    readonly file: string,
  ) {
    live.add(this);
  }

  get ended(): boolean {
    return this.isOver;
  }

  /** Runs code of the app: what it begins belongs to this scope. */
  run<T>(code: () => T): T {
    return within(this, code);
  }

  /** The same, and an error costs the app alone. */
  guard(code: () => void): void {
    try {
      this.run(code);
    } catch (cause) {
      fail(this.app, cause);
    }
  }

  /** Calls `destroy` before the app is unmounted, or at once where that has begun. */
  onDestroy(destroy: () => void): void {
    if (this.isLeaving) this.guard(destroy);
    else this.destroyers.push(destroy);
  }

  /** Calls `end` when the scope ends, unless what is answered has been called before. */
  onEnd(end: () => void): () => void {
    if (this.isOver) end();
    else this.ends.add(end);
    return () => this.ends.delete(end);
  }

  onSuspend(hook: () => void): void {
    this.suspenders.push(hook);
  }

  onResume(hook: () => void): void {
    this.resumers.push(hook);
  }

  /** The first part of the end: what the app wants called, newest first, each once. */
  leave(): void {
    this.isLeaving = true;
    for (let destroy = this.destroyers.pop(); destroy; destroy = this.destroyers.pop()) this.guard(destroy);
  }

  /** The last part: nothing that the app has begun goes on. */
  end(): void {
    if (this.isOver) return;
    this.leave();
    this.isOver = true;
    live.delete(this);
    this.timeouts.forEach(native.clearTimeout);
    this.intervals.forEach(({ id }) => native.clearInterval(id));
    this.frames.forEach(({ id }) => native.cancelAnimationFrame(id));
    this.listenings.forEach((one) => native.removeListener(one.target, one.type, one.wrapped, one.capture));
    this.timeouts.clear();
    this.intervals.clear();
    this.frames.clear();
    this.listenings = [];
    const ends = [...this.ends];
    for (let end = ends.pop(); end; end = ends.pop()) end();
    this.ends.clear();
  }

  /** Nobody sees the app: intervals and frames wait, and it hears of no hands. */
  suspend(): void {
    if (this.isPaused || this.isOver) return;
    this.isPaused = true;
    this.intervals.forEach(({ id }) => native.clearInterval(id));
    this.frames.forEach((frame) => native.cancelAnimationFrame(frame.id));
    this.suspenders.forEach((hook) => this.guard(hook));
  }

  resume(): void {
    if (!this.isPaused || this.isOver) return;
    this.isPaused = false;
    this.intervals.forEach((interval) => (interval.id = native.setInterval(interval.run, interval.ms)));
    this.frames.forEach((frame, id) => this.ask(id, frame));
    this.resumers.forEach((hook) => this.guard(hook));
  }

  setTimeout(code: () => void, ms: number | undefined): number {
    if (this.isOver) return 0;
    const id = native.setTimeout(() => {
      this.timeouts.delete(id);
      this.run(code);
    }, ms);
    this.timeouts.add(id);
    return id;
  }

  setInterval(code: () => void, ms: number | undefined): number {
    if (this.isOver) return 0;
    const run = (): void => this.run(code);
    const id = native.setInterval(run, ms);
    if (this.isPaused) native.clearInterval(id);
    this.intervals.set(id, { id, run, ms: ms ?? 0 });
    return id;
  }

  /** Ends a timer by the number that the app knows it by; answers whether it was one of this scope. */
  clearTimer(id: number): boolean {
    const interval = this.intervals.get(id);
    if (interval) native.clearInterval(interval.id);
    else if (this.timeouts.has(id)) native.clearTimeout(id);
    return this.intervals.delete(id) || this.timeouts.delete(id);
  }

  requestFrame(code: FrameRequestCallback): number {
    if (this.isOver) return 0;
    const frame = { id: 0, run: code };
    // Also while it waits it needs a number that nobody else has.
    const id = native.requestAnimationFrame(() => undefined);
    native.cancelAnimationFrame(id);
    this.frames.set(id, frame);
    if (!this.isPaused) this.ask(id, frame);
    return id;
  }

  cancelFrame(id: number): boolean {
    const frame = this.frames.get(id);
    if (frame) native.cancelAnimationFrame(frame.id);
    return this.frames.delete(id);
  }

  /** Adds a listener of the page. */
  listen(target: PageTarget, type: string, listener: Listener, given?: boolean | AddEventListenerOptions | null): void {
    // The browser takes null for no options.
    const options = given ?? undefined;
    const capture = typeof options === 'object' ? options.capture === true : options === true;
    if (this.isOver || this.find(target, type, listener, capture)) return;
    const { once = false, signal } = typeof options === 'object' ? options : {};
    if (signal?.aborted) return;
    const wrapped = (event: Event): void => {
      if (this.isPaused && INPUT_EVENTS.test(type)) return;
      if (once) this.drop(one);
      this.run(() => (typeof listener === 'function' ? listener.call(target, event) : listener.handleEvent(event)));
    };
    const one: Listening = { target, type, listener, capture, wrapped };
    this.listenings.push(one);
    // The browser drops it silently; Chromium 80 knows no such option.
    signal?.addEventListener('abort', () => this.drop(one));
    // One that fires while nobody sees the app is still to come.
    native.addListener(target, type, wrapped, typeof options === 'object' ? { ...options, once: false } : options);
  }

  /** Removes a listener; answers whether it was one of this scope. */
  unlisten(target: PageTarget, type: string, listener: Listener, capture: boolean): boolean {
    const one = this.find(target, type, listener, capture);
    if (!one) return false;
    this.drop(one);
    return true;
  }

  private drop(one: Listening): void {
    native.removeListener(one.target, one.type, one.wrapped, one.capture);
    this.listenings = this.listenings.filter((other) => other !== one);
  }

  private find(target: PageTarget, type: string, listener: Listener, capture: boolean): Listening | undefined {
    return this.listenings.find(
      (one) => one.target === target && one.type === type && one.listener === listener && one.capture === capture,
    );
  }

  private ask(id: number, frame: { id: number; run: FrameRequestCallback }): void {
    frame.id = native.requestAnimationFrame((now) => {
      this.frames.delete(id);
      this.run(() => frame.run(now));
    });
  }
}
