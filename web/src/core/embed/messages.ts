// The messages between the desktop and an embedded page (interface 6.5), pure: what is one, and how one is made.
// docs/embedded-pages.md describes them for those who write pages.
import type { RefusalCode } from '../../../sdk/codes';
import { serverNow } from '../time';

export const PROTOCOL = '1.0';
const TYPE = 'classportal-integration';
/** How the portal names itself in what it sends. */
export const PORTAL = 'classportal';
/** Characters of all texts and keys in a message. */
const MAX_LENGTH = 64 * 1024;
/** Deepest nesting of a message: 16 levels of payload. */
const MAX_DEPTH = 17;
/** Values in a message. */
const MAX_VALUES = 10_000;
/** Longest id of a message, and longest name of a channel. */
const MAX_ID = 64;

/** What a page may ask for, and the scope that it needs. */
export const CHANNELS: Readonly<Record<string, string | null>> = {
  'handshake:request': null,
  ping: null,
  'user:info': 'user:read',
  'app:open': 'app:write',
  'notification:send': 'notification:write',
  'data:query': 'data:read',
  'event:subscribe': 'data:read',
};

/** What the portal tells a page, and the scope that it needs. */
export const PUSHED: Readonly<Record<string, string>> = {
  'user:signed-out': 'user:read',
  'event:push': 'data:read',
};

export type Fields = Readonly<Record<string, unknown>>;

export interface PageRequest {
  id: string;
  channel: string;
  payload: Fields;
}

/** What came from a page: a message, or something that is refused. */
export type Read<T> =
  | { kind: 'message'; message: T }
  | { kind: 'refused'; code: RefusalCode; id: string; channel: string };

/** Own properties alone: a name like `constructor` is in every object. */
export function own(fields: Fields, name: string): unknown {
  return Object.prototype.hasOwnProperty.call(fields, name) ? fields[name] : undefined;
}

/** A text of at most so many characters, else nothing. */
export function textOf(fields: Fields, name: string, longest: number): string | undefined {
  const value = own(fields, name);
  return typeof value === 'string' && value.length <= longest ? value : undefined;
}

/** An object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names that would change the prototype of what they are copied into. */
const FORBIDDEN: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Whether a message is small, flat and plain data. What has passed can be read and passed on without harm. */
export function isHarmless(value: unknown): boolean {
  // What is shared within a message counts each time that it is met, so that none unfolds to millions; the walk ends with
  // the first value too many, so that no message holds the desktop up.
  let [values, characters] = [MAX_VALUES, MAX_LENGTH];
  function isPlain(part: unknown, depth: number): boolean {
    if (typeof part === 'string') characters -= part.length;
    if (values-- <= 0 || characters < 0 || typeof part === 'bigint') return false;
    if (typeof part !== 'object' || part === null) return true;
    if (depth === 0) return false;
    if (Array.isArray(part)) return part.length <= values && part.every((inner) => isPlain(inner, depth - 1));
    if (Object.getPrototypeOf(part) !== Object.prototype) return false;
    for (const key in part) {
      characters -= key.length;
      if (FORBIDDEN.includes(key) || !isPlain((part as Fields)[key], depth - 1)) return false;
    }
    return true;
  }
  return isPlain(value, MAX_DEPTH);
}

/** Whether something claims to be a message of this protocol; the rest is checked when it is read. */
export function isRequest(data: unknown): data is Fields {
  return isFields(data) && own(data, 'type') === TYPE;
}

/** Reads a message that claims to be a request. */
export function readRequest(data: Fields): Read<PageRequest> {
  const channel = textOf(data, 'channel', MAX_ID) ?? '';
  const id = textOf(data, 'id', MAX_ID) ?? '';
  const refuse = (code: RefusalCode): Read<PageRequest> => ({ kind: 'refused', code, id, channel });
  if (!isHarmless(data) || id === '' || channel === '') return refuse('message_invalid');
  const version = textOf(data, 'v', MAX_ID);
  if (version === undefined) return refuse('message_invalid');
  if (!/^1(\.\d+)?$/.test(version)) return refuse('version_unsupported');
  const payload = own(data, 'payload') ?? {};
  const isPortals = own(data, 'source') === PORTAL;
  if (own(data, 'kind') !== 'request' || !isFields(payload) || isPortals) return refuse('message_invalid');
  return { kind: 'message', message: { id, channel, payload } };
}

interface Envelope {
  v: string;
  type: string;
  id: string;
  kind: 'response' | 'event' | 'error';
  channel: string;
  source: string;
  target: null;
  payload: Fields;
  requestId?: string;
  error: { code: RefusalCode; message: string } | null;
  timestamp: number;
}

/** The answer to a request. A handshake has a channel of its own for it. */
export function answer({ id, channel }: PageRequest, payload: Fields, newId: string): Envelope {
  const answered = channel === 'handshake:request' ? 'handshake:response' : channel;
  return { ...envelope(answered, payload, newId), kind: 'response', requestId: id };
}

/** What tells a page that its request is refused. */
export function refusal(id: string, channel: string, code: RefusalCode, message: string, newId: string): Envelope {
  return { ...envelope(channel, {}, newId), kind: 'error', requestId: id, error: { code, message } };
}

/** What the portal tells a page unasked. */
export function push(channel: string, payload: Fields, newId: string): Envelope {
  return envelope(channel, payload, newId);
}

function envelope(channel: string, payload: Fields, id: string): Envelope {
  // The clock of the server: that of the device may be wrong, and a page reckons with it how long its token holds.
  const timestamp = serverNow();
  return {
    v: PROTOCOL,
    type: TYPE,
    id,
    kind: 'event',
    channel,
    source: PORTAL,
    target: null,
    payload,
    error: null,
    timestamp,
  };
}
