// The `fetch` of calls whose length others decide, such as a package that comes from far away file by file: the server
// has limits of its own for each of them, and whoever asks sees how far it is.
import { guardedFetch } from './client';

const UNHURRIED_MS = 10 * 60_000;

/** `api.POST(path, { fetch: unhurried })`. */
export function unhurried(request: Request): Promise<Response> {
  return guardedFetch(request, UNHURRIED_MS);
}
