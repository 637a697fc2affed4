// `data.get`, `data.api` and the rest of what apps call their back ends with: answers and failures have the shape that
// axios gives them, which apps of the market are written for.
import { asFailure } from '@/api/failure';
import { send } from '@/api/client';
import { failureText } from '../../failure-text';
import { request, type Method, type RawAnswer } from '../requests';

type Api = ServiceMarket.Api;
type Options = ServiceMarket.RequestOptions;

const BASE = '/api/';

/** The requests of one app. */
export function apiOf(app: string): Api {
  const call = async (method: Method, path: string, body: unknown, options: Options = {}): Promise<never> => {
    const { params: query, headers } = options;
    const at = pathOf(path);
    // As a rejection, for those who only listen to these.
    if (at === undefined) throw refusal(`${path} is no path below ${BASE}`, 'ERR_INVALID_URL');
    let answer: RawAnswer;
    try {
      answer = await request(method, at, { body, query, headers, limit: `${BASE}(${app})` });
    } catch (cause) {
      const { status, retryAfter } = asFailure(cause);
      const text = failureText(cause);
      if (status === 0) throw refusal(text, 'ERR_NETWORK');
      // Refused by the client: the limit is known to be used up.
      throw refusal(
        text,
        'ERR_BAD_REQUEST',
        answered(status, { code: status, message: text, retry_after: retryAfter }),
      );
    }
    const { response, data, error } = answer;
    const shaped = answered(response.status, response.ok ? data : error, response.headers);
    if (response.ok) return shaped as never;
    // The session hears of it as of any other.
    send(Promise.resolve({ response, error })).catch(() => undefined);
    const code = response.status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
    throw refusal(`Request failed with status code ${response.status}`, code, shaped);
  };
  return {
    get: (path, options) => call('get', path, undefined, options),
    post: (path, body, options) => call('post', path, body ?? {}, options),
    put: (path, body, options) => call('put', path, body ?? {}, options),
    patch: (path, body, options) => call('patch', path, body ?? {}, options),
    delete: (path, options) => call('delete', path, options?.data, options),
  };
}

/** The path on this server; none for another server, or for one outside of the API. */
function pathOf(path: string): string | undefined {
  const text = String(path);
  const below = text.startsWith(BASE) ? text : BASE + text.replace(/^\/+/, '');
  const url = /^[a-z][a-z\d+.-]*:|^\/\//i.test(text) ? undefined : new URL(below, location.origin);
  return url?.pathname.startsWith(BASE) ? url.pathname + url.search : undefined;
}

function answered(status: number, data: unknown, headers = new Headers()): object {
  const plain: Record<string, string> = {};
  headers.forEach((value, name) => (plain[name.toLowerCase()] = value));
  return { status, data: data ?? null, headers: plain };
}

function refusal(text: string, code: string, response?: object): Error {
  return Object.assign(new Error(text), { code, response, isAxiosError: true });
}
