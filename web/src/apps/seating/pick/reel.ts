// The names that run by before a draw is shown. What is drawn is settled before: the run is only for the eyes.
import { onScopeDispose, ref, type Ref } from 'vue';
import { lessMotion } from '@/core/motion';

/** The whole run; the steps become slower, and none is shorter than a frame. */
const RUN_MS = 1300;
const [FIRST_STEP_MS, GROWTH] = [50, 1.14];

/** When each name is shown, in ms from the start; the run ends with the last. Pure. */
export function reelSteps(): number[] {
  const steps: number[] = [];
  let at = 0;
  for (let step = FIRST_STEP_MS; at + step <= RUN_MS; step *= GROWTH) {
    at += step;
    steps.push(at);
  }
  return steps;
}

interface Reel {
  /** The name that runs by; undefined at rest. */
  passing: Ref<string | undefined>;
  /** Lets the names run by, then calls `end`; at once where things should not move. */
  run: (names: readonly string[], end: () => void) => void;
}

export function useReel(): Reel {
  const passing = ref<string>();
  let timers: number[] = [];
  const stop = (): void => {
    timers.forEach((timer) => window.clearTimeout(timer));
    timers = [];
    passing.value = undefined;
  };
  onScopeDispose(stop);

  function run(names: readonly string[], end: () => void): void {
    stop();
    if (lessMotion.value || names.length < 2) return end();
    const steps = reelSteps();
    passing.value = names[0];
    timers = steps.map((at, i) =>
      window.setTimeout(() => {
        passing.value = names[(i + 1) % names.length];
        if (i < steps.length - 1) return;
        stop();
        end();
      }, at),
    );
  }
  return { passing, run };
}
