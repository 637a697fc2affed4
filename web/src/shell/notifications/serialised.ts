// A request that is never under way twice: whoever asks meanwhile waits for one more run.

/** Runs `work` alone; calls that come while it runs share the next run. */
export function serialised(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function start(): Promise<void> {
    running = work().finally(() => (running = null));
    return running;
  }

  return () => {
    if (!running) return start();
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return start();
      });
    return next;
  };
}
