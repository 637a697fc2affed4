// The window of an installed app, as the desktop takes it from any app.
import { h, type FunctionalComponent } from 'vue';
import { installed } from './installed';
import { prepareWindow } from './instance';
import MarketApp from './MarketApp.vue';

/** The view of an app by its name. */
export function viewOf(name: string): FunctionalComponent {
  return () => h(MarketApp, { name });
}

/** Begins to fetch what the window of an app needs. */
export function prepare(name: string): void {
  const app = installed.get(name);
  if (app) prepareWindow(app);
}
