// A request that waits quietly for the limit, which says when it lets the next one through.
import { asFailure } from '@/api/failure';

const MAX_WAITS = 2;
/** A longer wait is shown instead. */
const LONGEST_WAIT_S = 60;

/** Sends a request again where the limit asks for a short wait, until the signal says that nobody wants the answer. */
export async function patiently<T>(request: () => Promise<T>, signal: AbortSignal, waits = 0): Promise<T> {
  try {
    return await request();
  } catch (cause) {
    const { status, retryAfter } = asFailure(cause);
    const wait = retryAfter ?? 1;
    if (status !== 429 || waits === MAX_WAITS || wait > LONGEST_WAIT_S) throw cause;
    if (!signal.aborted) await new Promise((resolve) => window.setTimeout(resolve, wait * 1000));
    if (signal.aborted) throw cause;
    return patiently(request, signal, waits + 1);
  }
}
