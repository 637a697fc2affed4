// Changes of apps that this page itself has just made. The view that made one says so and reads the lists anew. The
// frames of the change come to this page too: the desktop need not tell of it again, nor read the lists a second time.
import type { Frame, FrameType } from './live';

/** The frames that tell of a change of an app of the market: of its package, its settings or its switch. */
export const MARKET_APP_FRAMES = [
  'market_app_changed',
  'market_config_changed',
  'market_app_control_changed',
] as const satisfies readonly FrameType[];
export type MarketAppFrame = (typeof MARKET_APP_FRAMES)[number];

interface Act {
  /** Until when changes of the app that frames tell of count as the act's. */
  until: number;
  /** The types of frames that have yet to tell of the act. */
  awaited: Set<MarketAppFrame>;
}

/** Frames may tell of an act so long after its answer, and the list of apps comes later than they do. */
const HEARD_WITHIN_MS = 10_000;

/** The newest act on each app, by its name. */
const acts = new Map<string, Act>();
/** The verdict on each frame, as several subscribers ask about the same one. */
const verdicts = new WeakMap<object, boolean>();

/**
 * Runs a request that changes an app. A request that fails has changed nothing. A caller that reads the lists anew by
 * itself names in `frames` the types that will tell of the change, see `claimOwnFrame`.
 */
export async function asOwnAct<T>(
  app: string,
  request: () => Promise<T>,
  frames: readonly MarketAppFrame[] = [],
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

/** Whether a change of an app that a frame tells of now is one that this page has made. */
export function isOwnAct(app: string): boolean {
  return (acts.get(app)?.until ?? 0) > Date.now();
}

/**
 * Claims a frame for the newest act on its app, and answers whether it is that act's: then this page reads anew what
 * has changed by itself. The first frame of each type after an act is the act's, and a later one is somebody else's.
 * The verdict is kept per frame object, because several subscribers ask about the same one.
 */
export function claimOwnFrame(frame: Frame<MarketAppFrame>): boolean {
  const known = verdicts.get(frame);
  if (known !== undefined) return known;
  const { type, appName } = frame;
  const isOwn = isOwnAct(appName) && acts.get(appName)?.awaited.delete(type) === true;
  verdicts.set(frame, isOwn);
  return isOwn;
}
