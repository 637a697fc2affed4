// A way back inside an app: what the arrow of a full-screen window does before it closes the app, so
// that there is one arrow and not two.
import { onScopeDispose, shallowReactive, watchEffect } from 'vue';

export interface BackStep {
  /** Where it leads, for the arrow. */
  label: string;
  run: () => void;
}

const steps = shallowReactive(new Map<string, BackStep>());

/** The step that an app would go back now; none when its arrow leaves the app. */
export function backStep(app: string): BackStep | undefined {
  return steps.get(app);
}

/** Offers the step that `current` answers, as long as it answers one; for use in an app's `setup`. */
export function useBackStep(app: string, current: () => BackStep | undefined): void {
  watchEffect(() => {
    const step = current();
    if (step) steps.set(app, step);
    else steps.delete(app);
  });
  onScopeDispose(() => steps.delete(app));
}
