// The part of a deep link that belongs to the app: `appearance` in `#/app/settings/appearance`.
import { computed, shallowReactive, type ComputedRef } from 'vue';

const paths = shallowReactive(new Map<string, string>());

/** The path of an app, empty when its link has none. */
export function appPath(app: string): string {
  return paths.get(app) ?? '';
}

/** The path of an app as it changes; for use in its `setup`. */
export function useAppPath(app: string): ComputedRef<string> {
  return computed(() => appPath(app));
}

/** Sets the path; an app calls it when the member goes elsewhere inside of it. */
export function setAppPath(app: string, path: string): void {
  paths.set(app, path);
}

/**
 * Goes from a path to the start of its app. Where the start is what was left for the path, that is a
 * step back; a link from elsewhere has no such step, and its entry is replaced.
 */
export function leaveAppPath(app: string): void {
  const { fromStart, overlays = 0 } = (history.state ?? {}) as { fromStart?: boolean; overlays?: number };
  if (fromStart) {
    // Past what is open over the path, which closes with it.
    noteFromStart();
    return history.go(-1 - overlays);
  }
  // What is open over the path keeps its entry, and takes it along when it closes, see core/overlays.ts.
  history.replaceState(history.state, '', `#/app/${app}`);
  setAppPath(app, '');
}

/** Goes on to another path without a step to go back to. */
export function replaceAppPath(app: string, path: string): void {
  history.replaceState(history.state, '', `#/app/${app}/${path}`);
  setAppPath(app, path);
}

/** Notes at the present entry that the start of its app is the entry before it. */
export function noteFromStart(): void {
  history.replaceState({ fromStart: true }, '');
}

/** Opens an app at a path, as a link would. */
export function openAppPath(app: string, path: string): void {
  const hash = `#/app/${app}/${path}`;
  if (location.hash === hash) setAppPath(app, path);
  else location.hash = hash;
}
