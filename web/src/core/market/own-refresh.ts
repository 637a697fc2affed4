// One refetch for each change: what this page changes in the market it reads anew by itself, so the frames that tell of
// the same change need no second one.
import type { Frame, FrameType } from '../live';

/** A frame may come later than the answer to the request. */
const HEARD_WITHIN_MS = 10_000;

/** The frames that tell of a change in the market. */
export const MARKET_FRAMES = [
  'market_app_changed',
  'market_config_changed',
  'market_app_control_changed',
] as const satisfies readonly FrameType[];
export type MarketFrame = (typeof MARKET_FRAMES)[number];

/** Until when a frame is expected, by type and app. */
const expected = new Map<string, number>();
/** What was said of a frame, which several may ask. */
const judged = new WeakMap<object, boolean>();

/** From now on a frame of each of these types is expected once: whoever calls this reads the lists anew afterwards. */
export function expectFrames(app: string, types: readonly MarketFrame[]): void {
  types.forEach((type) => expected.set(`${type} ${app}`, Date.now() + HEARD_WITHIN_MS));
}

/** The act has failed and changed nothing. */
export function expectNoFrames(app: string): void {
  MARKET_FRAMES.forEach((type) => expected.delete(`${type} ${app}`));
}

/** Whether what a frame tells of is read anew by the page that has done it. */
export function isExpected(frame: Frame<MarketFrame>): boolean {
  const known = judged.get(frame);
  if (known !== undefined) return known;
  const key = `${frame.type} ${frame.appName}`;
  const is = (expected.get(key) ?? 0) > Date.now();
  expected.delete(key);
  judged.set(frame, is);
  return is;
}
