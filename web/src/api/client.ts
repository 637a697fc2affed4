// The only place that talks to the server. openapi-fetch gives typed paths and bodies from
// generated/schema.ts; `send` takes the answer out of its envelope or throws an ApiFailure.
// The session is the httpOnly cookie alone: the token in answers is never read or kept.
import createClient, { type Middleware } from 'openapi-fetch';
import { language } from '@/core/i18n';
import { ApiFailure, asFailure } from './failure';
import type { paths } from './generated/schema';

type FailureListener = (failure: ApiFailure, path: string) => void;

interface Answer<T> {
  /** Optional inside, because generated types drop a `data` that is always null. */
  data?: { code: number; data?: T };
  error?: unknown;
  response: Response;
}

/** A slow school network may need long, but a hanging request must end in a clear text. */
export const TIMEOUT_MS = 20_000;
/** A long poll answers within 25 seconds by itself. */
const PATIENT_MS = 40_000;

const failureListeners = new Set<FailureListener>();
const reachListeners = new Set<() => void>();

/** The limit that all requests of a member share, but for those with a limit of their own. */
const USER_LIMIT = 'user';
/** What a pause never holds back, whether it was called before or not: a sign-out above all. */
const NEVER_PAUSED = ['/api/auth/', '/api/system/', '/api/setup/'];
let pausedUntil = 0;
/** Endpoints that last drew from another limit than the shared one, by method and path of the schema. */
const ofOtherLimits = new Set<string>();

/** Typed calls; always wrap them: `await send(api.GET('/api/countdown'))`. */
export const api = createClient<paths>({ baseUrl: baseUrl(), fetch: (request) => guardedFetch(request, TIMEOUT_MS) });

/** The `fetch` of calls that wait long on purpose: `api.GET(path, { fetch: patient })`. */
export function patient(request: Request): Promise<Response> {
  return guardedFetch(request, PATIENT_MS);
}

/** Takes the payload out of the envelope, or throws an ApiFailure. */
export async function send<T>(request: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await request;
  } catch (cause) {
    throw asFailure(cause);
  }
  const { response, data, error } = answer;
  if (response.ok && data) return data.data as T;
  const failure = ApiFailure.fromAnswer(response, error);
  tell(failure, new URL(response.url || '/', location.href).pathname);
  throw failure;
}

/** Hears of each failure; the session and the connection listen. */
export function onFailure(listener: FailureListener): void {
  failureListeners.add(listener);
}

/** Hears whenever the server has answered, whatever it said. */
export function onReached(listener: () => void): void {
  reachListeners.add(listener);
}

/** The `fetch` of every call: it speaks the language on screen, and ends after `timeout` milliseconds. */
export async function guardedFetch(request: Request, timeout: number): Promise<Response> {
  const path = new URL(request.url).pathname;
  request.headers.set('Accept-Language', language.value === 'en' ? 'en' : 'zh-CN');
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeout);
  // A caller that gives up is no failure of the server.
  const given = (): void => abort.abort();
  request.signal.addEventListener('abort', given);
  try {
    const response = await fetch(request, { signal: abort.signal, credentials: 'same-origin' });
    reachListeners.forEach((listener) => listener());
    return response;
  } catch {
    const failure = new ApiFailure(0, '');
    if (!request.signal.aborted) tell(failure, path);
    throw failure;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', given);
  }
}

/** Holds the shared limit: one 429 of it silences all requests that draw from it. */
const limits: Middleware = {
  onRequest({ request, schemaPath }) {
    const left = Math.ceil((pausedUntil - Date.now()) / 1000);
    if (left <= 0 || NEVER_PAUSED.some((path) => schemaPath.startsWith(path))) return;
    if (!ofOtherLimits.has(endpoint(request, schemaPath))) throw new ApiFailure(429, '', { retryAfter: left });
  },
  onResponse({ request, schemaPath, response }) {
    const limit = response.headers.get('X-RateLimit-Name');
    // An answer that names no limit says nothing: a 401, for one, may have come before the draw.
    if (limit === null) return;
    if (limit !== USER_LIMIT) {
      ofOtherLimits.add(endpoint(request, schemaPath));
      return;
    }
    ofOtherLimits.delete(endpoint(request, schemaPath));
    // A refusal of another kind, such as a second reminder within minutes, may leave something of the limit.
    if (response.status !== 429 || Number(response.headers.get('X-RateLimit-Remaining')) > 0) return;
    const wait = ApiFailure.fromAnswer(response, null).retryAfter ?? 1;
    pausedUntil = Date.now() + wait * 1000;
  },
};
api.use(limits);

/** The schema's path names no ids: what is remembered does not grow with what is opened. */
function endpoint({ method }: Request, schemaPath: string): string {
  return `${method} ${schemaPath}`;
}

function tell(failure: ApiFailure, path: string): void {
  failureListeners.forEach((listener) => listener(failure, path));
}

function baseUrl(): string {
  return location.origin;
}
