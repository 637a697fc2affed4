// Apps that draw a bar of their own where they fill the screen: the window shows none meanwhile. Not for windows that
// can be moved: they are moved by their bar.
import { shallowReactive } from 'vue';

const apps = shallowReactive(new Set<string>());

/** Says whether what an app shows now has a bar of its own. */
export function setOwnBar(app: string, has: boolean): void {
  if (has) apps.add(app);
  else apps.delete(app);
}

/** Whether what an app shows now has a bar of its own. */
export function hasOwnBar(app: string): boolean {
  return apps.has(app);
}
