// What this page itself has just changed of an app. Where it was changed says so, and the desktop, which hears of it
// by a frame as every other does, need not say it again.

/** A frame may come later than the answer to the request, and the list of apps later still. */
const HEARD_WITHIN_MS = 10_000;

/** Until when the changes of an app are this page's, by its name. */
const own = new Map<string, number>();

/** Runs a request that changes an app. One that fails has changed nothing. */
export async function asOwnAct<T>(app: string, request: () => Promise<T>): Promise<T> {
  own.set(app, Infinity);
  try {
    const answer = await request();
    own.set(app, Date.now() + HEARD_WITHIN_MS);
    return answer;
  } catch (cause) {
    own.delete(app);
    throw cause;
  }
}

/** Whether what is heard of an app now is what this page has done. */
export function isOwnAct(app: string): boolean {
  return (own.get(app) ?? 0) > Date.now();
}
