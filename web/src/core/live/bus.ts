// Who wants to hear of what is pushed. Handlers are found by the frame's type. Events that members
// publish have names of their own choice, so whoever listens to those stands in a list of their own:
// no such name ever reaches a handler of frames.

import type { ClientFrames, ServerFrames } from '@/api/generated/frames';

/** Something that came over the connection, on its way to those who know its type. */
export interface LiveFrame {
  type: string;
  /** Its place in the event log, where it has one. */
  seq?: number;
  /** Caught up with later; tells nobody's island. */
  historical?: boolean;
  [field: string]: unknown;
}

/** The frames that the server has a type for, by their names. */
export type FrameType = keyof ServerFrames;
/** A frame as its handlers get it. */
export type Frame<T extends FrameType> = ServerFrames[T] & Pick<LiveFrame, 'historical'>;
/** A frame that the server takes. */
export type ClientFrame = ClientFrames[keyof ClientFrames];

type Handler<T extends FrameType> = (frame: Frame<T>) => void;
/** Which frames a handler takes is known by the name it is filed under. */
type Handlers = Map<string, Set<Handler<never>>>;

const byType: Handlers = new Map();
const byEvent: Handlers = new Map();
let lastHello: LiveFrame | null = null;

/**
 * Calls the handler for every frame of a type, until the returned function is called. Two types say that frames may
 * have been missed; `onGap` and `onUnresumed` of on-gap.ts listen to them.
 *
 * `connected` comes with each connection, and at once to whoever subscribes while there is one. A `resumed` connection
 * brings every frame after those that came before it; one that is not leaves frames out, and state that was read before
 * it may be behind. Whoever subscribes later has missed frames, so the replayed greeting is never `resumed`.
 *
 * `reset` is the client's own: the server cannot bring the frames that were missed. `Inbox.reset` has invalidated every
 * query before it dispatches this, so only state outside of queries has to be read anew.
 */
export function subscribe<T extends FrameType>(type: T, handler: Handler<T>): () => void {
  const stop = add(byType, type, handler);
  if (type === 'connected' && lastHello) handler(lastHello as never);
  return stop;
}

/**
 * Calls the handler for every event of that name that an app has published (`/api/realtime/publish`),
 * until the returned function is called. Any member may publish under any name that is not the
 * server's: `payload` is to be checked, `sender_id` is the server's word.
 */
export function subscribeApp(event: string, handler: Handler<'extension_event'>): () => void {
  return add(byEvent, event, handler);
}

function add(handlers: Handlers, name: string, handler: Handler<never>): () => void {
  const known = handlers.get(name) ?? new Set();
  handlers.set(name, known.add(handler));
  return () => {
    known.delete(handler);
    if (known.size === 0) handlers.delete(name);
  };
}

/** The connection is down: nobody is greeted until it is up again. */
export function disconnected(): void {
  lastHello = null;
}

/** Tells a frame to its handlers; one that throws keeps the others from nothing. */
export function dispatch(frame: LiveFrame): void {
  if (frame.type === 'connected') lastHello = { ...frame, resumed: false };
  const isApps = frame.type === 'extension_event' && typeof frame.event === 'string';
  const told = [...(byType.get(frame.type) ?? []), ...((isApps && byEvent.get(frame.event as string)) || [])];
  for (const handler of told) {
    try {
      handler(frame as never);
    } catch (cause) {
      // Told to the page's error log, as an exception of its own would be.
      window.setTimeout(() => {
        throw cause;
      });
    }
  }
}
