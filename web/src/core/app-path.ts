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

/** Opens an app at a path, as a link would. */
export function openAppPath(app: string, path: string): void {
  const hash = `#/app/${app}/${path}`;
  if (location.hash === hash) setAppPath(app, path);
  else location.hash = hash;
}
