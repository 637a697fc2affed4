// What a page does where it may have missed frames: it reads anew what it shows. The contract is told at `subscribe`.
import { subscribe } from './bus';

interface UnresumedOptions {
  /** Whether a resumed connection has it read anew too, such as after a failed reading. */
  alsoIf?: () => boolean;
  /** Called for a connection that does not have it read anew. */
  otherwise?: () => void;
}

/**
 * Reads state anew whenever frames may have been missed, until the returned function is called. A connection that is
 * up already has `reread` called at once. For state outside of queries alone: a reset invalidates those by itself, and
 * would have them requested twice.
 */
export function onGap(reread: () => void, options?: UnresumedOptions): () => void {
  const stops = [subscribe('reset', reread), onUnresumed(reread, options)];
  return () => stops.forEach((stop) => stop());
}

/** The same for queries: calls `reread` for each connection that is not resumed, and not for a reset. */
export function onUnresumed(reread: () => void, { alsoIf, otherwise }: UnresumedOptions = {}): () => void {
  return subscribe('connected', ({ resumed }) => {
    if (resumed !== true || alsoIf?.()) reread();
    else otherwise?.();
  });
}
