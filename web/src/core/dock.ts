// Which apps are pinned to the dock, in which order. Kept in the layout document, so that it follows
// the member; without it the first apps of the portal by `order` are pinned, and installed ones behind them.
import { computed } from 'vue';
import { visibleApps, type RegisteredApp } from './apps';
import { scale, smallScreen, viewport } from './device';
import { layout } from './layout/store';
import { installed } from './market/installed';

const USUAL_COUNT = 9;
/** An app of the dock takes so much room, in unscaled px. */
const APP_PX = 80;
/** Room beside the usual apps: for those that are open, and the button of all apps. */
const OTHERS = 3;
/** More would make the dock of a phone scroll; what else is pinned stands in the dock of larger screens. */
export const PHONE_COUNT = 5;
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
    if (smallScreen.value) return [...own, ...ofMarket].slice(0, PHONE_COUNT);
    const fitting = Math.floor(viewport.value.width / scale.value / APP_PX) - OTHERS;
    return [...own.slice(0, Math.min(USUAL_COUNT, fitting)), ...ofMarket.slice(0, INSTALLED_COUNT)];
  }
  const chosen = [...new Set(stored)].filter((name) => typeof name === 'string' && names.has(name));
  return smallScreen.value ? chosen.slice(0, PHONE_COUNT) : chosen;
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
