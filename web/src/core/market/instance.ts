// One running window or widget of an app: its container, its scope, and the order in which all of that ends.
import type { InstalledApp } from './types';
import { createContext } from './context';
import { holdDurable, releaseLater } from './context/durable';
import type { GoDesktop } from './context/router';
import { clearScratch } from './context/scratch';
import { fail } from './crashes';
import { definitionOf, readCode } from './definitions';
import { Scope } from './scope';
import { followTokens } from './tokens';

type Context = ServiceMarket.Context;

/** Where an app runs. */
export interface RunTarget {
  app: InstalledApp;
  /** The script that defines what runs. */
  file: string;
  container: HTMLElement;
  goDesktop: GoDesktop;
}

/** What the app puts into the container, and takes out of it. */
export interface MountHooks {
  mount: (container: HTMLElement, context: Context) => void;
  unmount?: (container: HTMLElement) => void;
}

/** How many windows and widgets of an app run, by its name. */
const running = new Map<string, number>();

export class Instance {
  readonly scope: Scope;
  readonly context: Context;
  private readonly release: () => void;

  /** Runs a piece of an app. Throws what its `mount` throws; then nothing of it is left. */
  constructor(
    readonly target: RunTarget,
    private readonly hooks: MountHooks,
  ) {
    const { app, file, container } = target;
    this.scope = new Scope(app.name, file.replace(/^\.\//, ''));
    const { storage, release } = holdDurable(app.name);
    this.release = release;
    running.set(app.name, (running.get(app.name) ?? 0) + 1);
    this.scope.onEnd(followTokens(container));
    this.context = createContext(target, this.scope, storage);
    try {
      this.scope.run(() => hooks.mount(container, this.context));
    } catch (cause) {
      fail(app.name, cause);
      this.end(false);
      throw cause;
    }
  }

  /** Ends it: what the app wants called, its `unmount`, and all that it has begun. */
  close(): void {
    this.end(true);
  }

  private end(hasMounted: boolean): void {
    const { scope, hooks } = this;
    const { app, container } = this.target;
    if (scope.ended) return;
    scope.leave();
    if (hasMounted) scope.guard(() => hooks.unmount?.(container));
    scope.end();
    container.textContent = '';
    this.release();
    const left = (running.get(app.name) ?? 1) - 1;
    running.set(app.name, left);
    // A widget of the same app may still use it.
    if (left <= 0) clearScratch(app.name);
  }
}

/** Windows that are being drawn: by the name of the app, what ends the waiting of its values for the window. */
const prepared = new Map<string, () => void>();

/** Begins to fetch the code and the values of an app, while its window is drawn. */
export function prepareWindow(app: InstalledApp): void {
  prepared.get(app.name)?.();
  prepared.set(app.name, releaseLater(holdDurable(app.name)));
  // `openWindow` reads the code again where this fails, and the window shows the failure.
  readCode(app).catch(() => undefined);
}

/**
 * Runs an app in its window, once its code and its values are there. `isWanted` makes the window ready, and answers
 * whether there is one at all; without it nothing runs.
 */
export async function openWindow(
  target: Omit<RunTarget, 'file'>,
  isWanted: () => Promise<boolean>,
): Promise<Instance | undefined> {
  const { app } = target;
  const { ready, release } = holdDurable(app.name);
  prepared.get(app.name)?.();
  try {
    const [definition] = await Promise.all([definitionOf(app), ready]);
    if (!(await isWanted())) return undefined;
    const { entry: file } = app.frontend;
    return new Instance(
      { ...target, file },
      {
        // As methods: definitions may use `this`.
        mount: (container, context) => definition.mount(container, context),
        unmount: (container) => definition.unmount?.(container),
      },
    );
  } finally {
    release();
  }
}
