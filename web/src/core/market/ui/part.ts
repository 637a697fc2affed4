// A part of `ui`: an element that can be changed by its options and taken away.
import type { Scope } from '../scope';

type Part<O> = ServiceMarket.Part<O>;
/** Calls a function of the app, as its own code: an error costs the app alone. */
type Call = <A extends unknown[]>(code: ((...given: A) => unknown) | undefined, ...given: A) => void;

/**
 * Makes a part. `prepare` gets the options, one object that changes with each update, and answers what draws the
 * element by them; `ended` is called when the part is taken away.
 */
export function makePart<O extends object>(
  scope: Scope,
  root: HTMLElement,
  given: O,
  prepare: (options: O, call: Call) => () => void,
  ended?: () => void,
): Part<O> {
  const options: O = { ...given };
  const draw = prepare(options, (code, ...rest) => {
    if (code) scope.guard(() => void code(...rest));
  });
  draw();
  return {
    root,
    update(change) {
      const next = typeof change === 'function' ? change(root, options) : change;
      // A function that has changed the element itself has nothing drawn over it.
      if (!next) return;
      Object.assign(options, next);
      draw();
    },
    destroy() {
      root.remove();
      ended?.();
    },
  };
}
