// Who wants to hear of what is pushed. Handlers are found by the frame's type; an event of an app
// (`extension_event`) is told under its own name too.

/** Something that the server pushed; fields beside `type` depend on it (see the AsyncAPI document). */
export interface LiveFrame {
  type: string;
  /** Its place in the event log, where it has one. */
  seq?: number;
  /** Caught up with later; tells nobody's island. */
  historical?: boolean;
  [field: string]: unknown;
}

export type LiveHandler = (frame: LiveFrame) => void;

const handlers = new Map<string, Set<LiveHandler>>();

/**
 * Calls the handler for every frame of a type, until the returned function is called. The type
 * `reset` is the client's own: something may have been missed, so what is shown must be read anew.
 */
export function subscribe(eventType: string, handler: LiveHandler): () => void {
  const known = handlers.get(eventType) ?? new Set<LiveHandler>();
  handlers.set(eventType, known.add(handler));
  return () => {
    known.delete(handler);
    if (known.size === 0) handlers.delete(eventType);
  };
}

/** Tells a frame to its handlers; one that throws keeps the others from nothing. */
export function dispatch(frame: LiveFrame): void {
  const names = [frame.type];
  if (frame.type === 'extension_event' && typeof frame.event === 'string') names.push(frame.event);
  for (const handler of names.flatMap((name) => [...(handlers.get(name) ?? [])])) {
    try {
      handler(frame);
    } catch (cause) {
      // Told to the page's error log, as an exception of its own would be.
      window.setTimeout(() => {
        throw cause;
      });
    }
  }
}
