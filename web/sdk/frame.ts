// What both protocols share: with whom the page talks, and how messages of everybody else are refused.
import type { PortalError, PortalErrorCode, PortalUser } from './types';

/** Where the SDK was loaded from. The build declares it, for each of its files in another way. */
declare const SDK_URL: string | null | undefined;

// Read when the script runs, because `document.currentScript` is null afterwards.
const loadedFrom = typeof SDK_URL === 'string' ? SDK_URL : '';

const DEFAULT_TIMEOUT = 10_000;

export interface Frame {
  /** The portal's. */
  origin: string;
  /** Milliseconds to wait for each answer. */
  timeout: number;
  /** Throws what the page is refused with. */
  post(message: object): void;
  close(): void;
}

export function fail(code: PortalErrorCode, message: string): PortalError {
  const error = new Error(message) as PortalError;
  error.code = code;
  return error;
}

/** What waits for an answer, or asks for one, when the page has called `close`. */
export function closed(): PortalError {
  return fail('closed', 'The connection to the portal is closed.');
}

/** The value of an own property of what may be anything; inherited ones do not count. */
export function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.prototype.hasOwnProperty.call(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

export function userOf(value: unknown): PortalUser | null {
  const id = own(value, 'user_id');
  const name = own(value, 'real_name');
  return isText(id) && isText(name) ? { user_id: id, real_name: name } : null;
}

/** Calls what the page brought, so that what it throws stops neither the SDK nor another handler. */
export function call<Value, Result>(handler: ((value: Value) => Result) | undefined, value: Value): Result | undefined {
  try {
    return handler ? handler(value) : undefined;
  } catch (error) {
    setTimeout(() => {
      throw error;
    }, 0);
    return undefined;
  }
}

/** Those of the named fields that have a value which JSON has too; `video.duration` may be NaN. */
export function pick(from: unknown, names: string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  names.forEach((name) => {
    const value = own(from, name);
    if (value !== undefined && (typeof value !== 'number' || isFinite(value))) picked[name] = value;
  });
  return picked;
}

/** The origin of an address as browsers write it in `event.origin`; empty when it is none. */
function originOf(address: string): string {
  const parts = /^(https?):\/\/([\w.-]+|\[[\da-f:.]+\])(?::(\d+))?(?:[/?#]|$)/i.exec(address);
  if (!parts) return '';
  const scheme = String(parts[1]).toLowerCase();
  const port = parts[3];
  const isUsual = !port || port === (scheme === 'http' ? '80' : '443');
  return scheme + '://' + String(parts[2]).toLowerCase() + (isUsual ? '' : ':' + port);
}

/** The portal's origin. A bundled or copied SDK was loaded from elsewhere and does not know it. */
function portalOrigin(given: string | undefined): string {
  if (given !== undefined) return originOf(String(given));
  return /\/sdk\/embed\.m?js(?:[?#].*)?$/.test(loadedFrom) ? originOf(loadedFrom) : '';
}

/** Begins to listen to the parent window; throws when there is none or the portal's origin is not known. */
export function openFrame(options: { portal?: string; timeout?: number }, receive: (data: unknown) => void): Frame {
  const parent = window.parent;
  if (parent === window) throw fail('not_embedded', 'The page is not shown by a portal.');
  const origin = portalOrigin(options.portal);
  if (!origin) throw fail('portal_unknown', 'Load the SDK from the portal, or name the portal in `portal`.');
  let isClosed = false;
  function listen(event: MessageEvent): void {
    if (event.source === parent && event.origin === origin) receive(event.data);
  }
  window.addEventListener('message', listen);
  return {
    origin,
    timeout: Number(options.timeout) > 0 ? Number(options.timeout) : DEFAULT_TIMEOUT,
    post(message) {
      if (isClosed) throw closed();
      try {
        parent.postMessage(message, origin);
      } catch (error) {
        // Browsers do not send functions and the like.
        throw fail('message_invalid', String(error));
      }
    },
    close() {
      isClosed = true;
      window.removeEventListener('message', listen);
    },
  };
}
