// A way back inside an app: what the arrow of a full-screen window, Escape, and the Back of a phone do
// before they close the app, so that there is one arrow and not two.
import { onScopeDispose, shallowReactive } from 'vue';
import { leaveAppPath } from './app-path';

export interface BackStep {
  /** Where it leads, for the arrow. */
  label: string;
  run: () => void;
  /** The app fills the title bar in place of its name: what it teleports to `#bar-<app>` stands there. */
  fillsBar?: boolean;
  /** It leaves the path of the app's link, which the Back of a phone does without help. */
  leavesPath?: boolean;
}

interface Offer {
  app: string;
  current: () => BackStep | undefined;
}

const offers = shallowReactive<Offer[]>([]);

/** The step that an app would go back now; none when its arrow leaves the app. Reactive. */
export function backStep(app: string): BackStep | undefined {
  // What was entered last is left first.
  for (let i = offers.length - 1; i >= 0; i--) {
    const offer = offers[i];
    const step = offer?.app === app ? offer.current() : undefined;
    if (step) return step;
  }
  return undefined;
}

/** The step from a path of an app to its start. */
export function pathStep(app: string, label: string): BackStep {
  return { label, run: () => leaveAppPath(app), leavesPath: true };
}

/** Offers the step that `current` answers, as long as it answers one; for use in an app's `setup`. */
export function useBackStep(app: string, current: () => BackStep | undefined): void {
  const offer = { app, current };
  offers.push(offer);
  onScopeDispose(() => offers.splice(offers.indexOf(offer), 1));
}
