// A request that waits where the limit of the server is met, as long as the server says.
import { asFailure } from './failure';

/** A longer wait is a failure. */
const LONGEST_WAIT_S = 60;

interface RetryOptions {
  /** Ends the waiting: nobody wants the answer any more. */
  signal?: AbortSignal;
  /** How often it waits at most. */
  maxWaits?: number;
}

/** Sends a request, and again after each 429 when its time is over. */
export async function retryAfterLimit<T>(
  request: () => Promise<T>,
  { signal, maxWaits = Infinity }: RetryOptions = {},
): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await request();
    } catch (cause) {
      const { status, retryAfter } = asFailure(cause);
      const wait = retryAfter ?? 1;
      if (status !== 429 || waits === maxWaits || wait > LONGEST_WAIT_S || signal?.aborted) throw cause;
      await new Promise((resolve) => window.setTimeout(resolve, wait * 1000));
      if (signal?.aborted) throw cause;
    }
  }
}
