// Which apps are pinned to the dock, in which order. Kept in the layout document, so that it follows
// the member; without it the first apps of the portal by `order` are pinned, and installed ones behind them.
import { computed } from 'vue';
import { visibleApps, type RegisteredApp } from './apps';
import { smallScreen } from './device';
import { changeLayout, layout } from './layout/store';
import { installed } from './market/installed';

const USUAL_COUNT = 6;
/** More would make the dock of a phone scroll. */
const USUAL_COUNT_SMALL = 5;
/** Room for installed apps behind those. */
const INSTALLED_COUNT = 3;

/** Names of the pinned apps that are there, in order. */
export const pinned = computed<string[]>(() => {
  const there = visibleApps();
  const stored = layout.value.dock;
  const names = new Set(there.map((app) => app.name));
  if (!Array.isArray(stored)) {
    const ofMarket = [...names].filter((name) => installed.has(name));
    const own = [...names].filter((name) => !installed.has(name));
    if (smallScreen.value) return [...own, ...ofMarket].slice(0, USUAL_COUNT_SMALL);
    return [...own.slice(0, USUAL_COUNT), ...ofMarket.slice(0, INSTALLED_COUNT)];
  }
  return [...new Set(stored)].filter((name) => typeof name === 'string' && names.has(name));
});

/**
 * What the dock shows: pinned apps, then open ones that are not pinned. A phone shows one app at a
 * time, over the dock, so there the open ones take no room in it.
 */
export function dockApps(open: readonly string[]): RegisteredApp[] {
  const byName = new Map(visibleApps().map((app) => [app.name, app]));
  const others = smallScreen.value ? [] : open.filter((name) => !pinned.value.includes(name));
  const names = [...pinned.value, ...others];
  return names.flatMap((name) => byName.get(name) ?? []);
}

/** Pins an app behind the others, or takes it from the dock. */
export function togglePinned(name: string): void {
  const rest = pinned.value.filter((entry) => entry !== name);
  save(rest.length === pinned.value.length ? [...rest, name] : rest);
}

/** Moves a pinned app one place to the left (-1) or right (1). */
export function movePinned(name: string, by: number): void {
  const names = [...pinned.value];
  const from = names.indexOf(name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= names.length) return;
  names.splice(from, 1);
  names.splice(to, 0, name);
  save(names);
}

function save(shown: string[]): void {
  // Apps that are switched off for now keep their place behind those that are shown.
  const stored = layout.value.dock;
  const away = Array.isArray(stored)
    ? stored.filter((name) => !pinned.value.includes(name) && !shown.includes(name))
    : [];
  changeLayout((document) => ({ ...document, dock: [...shown, ...away] }));
}
