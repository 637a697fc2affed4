// The window of an installed app, as the desktop takes it from any app.
import { h, type FunctionalComponent } from 'vue';
import MarketApp from './MarketApp.vue';

/** The view of an app by its name. */
export function viewOf(name: string): FunctionalComponent {
  return () => h(MarketApp, { name });
}
