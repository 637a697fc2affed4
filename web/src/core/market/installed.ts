// Installed apps of the market as apps of the desktop: icon, place and widgets, which the first picture may need. What
// runs them is a chunk of its own.
import { h, shallowReactive, type FunctionalComponent } from 'vue';
import { knownApp, ownerOf, registerApp } from '../apps';
import { afterFirstPicture } from '../later';
import { readPersonal } from '../storage';
import { warn } from '../warn';
import type { InstalledApp } from './types';

/** Where this device keeps the list that it was told last. Another shape of the list needs another name. */
export const KEPT = 'market-apps';

/** The installed apps that are known, by name. */
export const installed = shallowReactive(new Map<string, InstalledApp>());

/** Makes an installed app known, or its next version; its manifest has gone through check.ts. */
export function registerInstalled(app: InstalledApp): void {
  const { name, label, icon, frontend } = app;
  installed.set(name, app);
  registerApp({
    ...app,
    title: label,
    icon: icon ? pictureOf(icon) : undefined,
    App: () => import('./view').then(({ viewOf }) => viewOf(name)),
    // Not with the view, which is fetched before anybody opens an app: the app's own code must not run then.
    onOpening: () => void import('./instance').then(({ prepareWindow }) => prepareWindow(app)).catch(() => undefined),
    widgets: frontend.widgets.filter(mayBring).map((widget) => ({
      ...widget,
      component: afterFirstPicture(() => import('./widget').then(({ widgetOf }) => widgetOf(name, widget))),
    })),
  });
}

/**
 * Whether an installed app may bring this widget: not in place of one of the desktop, which everybody who has that one
 * would see. An update of the portal can bring a widget whose id an installed app has had before.
 */
export function mayBring({ id }: { id: string }): boolean {
  const owner = ownerOf(id);
  if (!owner || installed.has(owner)) return true;
  warn(`${id} is a widget of the desktop, the one of the installed app is left out`);
  return false;
}

/** Begins with the apps that were there last, so that no icon comes in late. */
export function registerKept(): void {
  const kept = readPersonal(KEPT);
  // Since then the portal may have got an app of that name.
  if (Array.isArray(kept)) kept.filter(({ name }: InstalledApp) => !knownApp(name)).forEach(registerInstalled);
}

function pictureOf(src: string): FunctionalComponent<{ size?: number }> {
  return ({ size }) => h('img', { src, alt: '', width: size, height: size });
}
