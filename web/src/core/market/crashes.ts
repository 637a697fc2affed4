// Errors of installed apps: each costs the app that it comes from, in a panel on its window.
import { shallowReactive } from 'vue';
import { blamed } from './owner';
import { warn } from '../warn';

export interface Crash {
  /** How many there were since this page was loaded. */
  count: number;
  /** What the last one says. */
  text: string;
  file: string;
}

const crashes = shallowReactive(new Map<string, Crash>());

/** What has gone wrong in an app since the page was loaded. */
export function crashOf(app: string): Crash | undefined {
  return crashes.get(app);
}

/** Notes that something has gone wrong in an app. */
export function fail(app: string, cause: unknown, file = blamed(cause)?.file ?? ''): void {
  const text = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  warn(`${app}: ${text}`);
  crashes.set(app, { count: (crashes.get(app)?.count ?? 0) + 1, text, file });
}

/** The app was removed or is another one now. */
export function forgetCrashes(app: string): void {
  crashes.delete(app);
}

let isWatching = false;

/** Hears of errors that nobody has caught, from now on. */
export function watchCrashes(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener('error', ({ error, filename }: ErrorEvent) => {
    const source = blamed(error, filename);
    if (source) fail(source.app, error ?? filename, source.file);
  });
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    const source = blamed(reason);
    if (source) fail(source.app, reason, source.file);
  });
}
