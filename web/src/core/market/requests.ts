// Requests of paths that the schema does not name: those of back ends of apps. They go through the one client, so that
// limits and the end of a session are heard of.
import { api } from '@/api/client';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface RequestInput {
  body?: unknown;
  query?: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
  /** Under which name the limits of the client remember it, in place of the path, which may hold ids. */
  limit: string;
}

/** An answer as it came: of any status, with any body. */
export interface RawAnswer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

type Request = (method: string, path: string, init: object) => Promise<RawAnswer>;

/** Sends a request; rejects with an ApiFailure where no answer came. */
export function request(method: Method, path: string, input: RequestInput): Promise<RawAnswer> {
  const { body, query, headers, limit } = input;
  const url = new URL(path, location.origin);
  Object.entries(query ?? {}).forEach(([name, value]) => {
    if (value !== null && value !== undefined) url.searchParams.append(name, String(value));
  });
  const init = {
    ...(body !== undefined && { body }),
    headers,
    // The client remembers limits by what it is called with, and asks here for the address that is meant.
    params: { path: {} },
    pathSerializer: () => url.href,
  };
  return (api.request as unknown as Request)(method, limit, init);
}
