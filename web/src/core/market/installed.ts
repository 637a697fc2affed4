// Installed apps of the market as apps of the desktop: icon, place and widgets, which the first picture may need. What
// runs them is a chunk of its own.
import { h, shallowReactive, type FunctionalComponent } from 'vue';
import { registerApp } from '../apps';
import { afterFirstPicture } from '../later';
import { readPersonal } from '../storage';
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
    // Not with the view, which is also fetched for what nobody has opened: the app's own code must not run then.
    prepare: () => void import('./view').then(({ prepare }) => prepare(name)).catch(() => undefined),
    widgets: frontend.widgets.map((widget) => ({
      ...widget,
      component: afterFirstPicture(() => import('./widget').then(({ widgetOf }) => widgetOf(name, widget))),
    })),
  });
}

/** Begins with the apps that were there last, so that no icon comes in late. */
export function registerKept(): void {
  const kept = readPersonal(KEPT);
  if (Array.isArray(kept)) kept.forEach(registerInstalled);
}

function pictureOf(src: string): FunctionalComponent<{ size?: number }> {
  return ({ size }) => h('img', { src, alt: '', width: size, height: size });
}
