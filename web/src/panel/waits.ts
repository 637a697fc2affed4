// Waits that end early when they have lost their reason, or when `stop` says that nobody waits any more.

/** Waits for a time, or until the network is back. */
export function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      window.clearTimeout(timer);
      window.removeEventListener('online', go);
      stop.removeEventListener('abort', go);
      resolve();
    };
    const timer = window.setTimeout(go, ms);
    window.addEventListener('online', go);
    stop.addEventListener('abort', go);
  });
}

/** Waits until the page can be seen. */
export function untilVisible(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.visibilityState === 'hidden' && !stop.aborted) return;
      document.removeEventListener('visibilitychange', look);
      stop.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    stop.addEventListener('abort', look);
    look();
  });
}
