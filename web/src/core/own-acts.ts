// What this page itself has just changed of an app. Where it was changed says so and reads anew what has changed. The
// desktop hears of it by frames as every other does: it need not say it again, nor read it a second time.
import type { Frame, FrameType } from './live';

/** The frames that tell of a change of an app. */
export const APP_FRAMES = [
  'market_app_changed',
  'market_config_changed',
  'market_app_control_changed',
] as const satisfies readonly FrameType[];
export type AppFrame = (typeof APP_FRAMES)[number];

interface Act {
  /** Until when the changes of the app are this page's. */
  until: number;
  /** The frames that have yet to tell of it. */
  awaited: Set<AppFrame>;
}

/** A frame may come later than the answer to the request, and the list of apps later still. */
const HEARD_WITHIN_MS = 10_000;

/** The newest act on each app, by its name. */
const acts = new Map<string, Act>();
/** What was said of a frame, which several may ask. */
const judged = new WeakMap<object, boolean>();

/**
 * Runs a request that changes an app. One that fails has changed nothing. `frames` are those that will tell of it, for
 * whoever reads the lists anew by itself.
 */
export async function asOwnAct<T>(
  app: string,
  request: () => Promise<T>,
  frames: readonly AppFrame[] = [],
): Promise<T> {
  const act: Act = { until: Infinity, awaited: new Set(frames) };
  acts.set(app, act);
  try {
    const answer = await request();
    act.until = Date.now() + HEARD_WITHIN_MS;
    return answer;
  } catch (cause) {
    if (acts.get(app) === act) acts.delete(app);
    throw cause;
  }
}

/** Whether what is heard of an app now is what this page has done. */
export function isOwnAct(app: string): boolean {
  return (acts.get(app)?.until ?? 0) > Date.now();
}

/** Whether what a frame tells of is read anew by the page that has done it: the first frame of each type is. */
export function isOwnFrame(frame: Frame<AppFrame>): boolean {
  const known = judged.get(frame);
  if (known !== undefined) return known;
  const { type, appName } = frame;
  const is = isOwnAct(appName) && acts.get(appName)?.awaited.delete(type) === true;
  judged.set(frame, is);
  return is;
}
