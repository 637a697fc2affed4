// Requests and answers in the envelopes of section 3: which answer belongs to which request.
import { closed, fail, isObject, isText, openFrame, own } from './frame';
import type { ConnectOptions, PortalError } from './types';

const TYPE = 'classportal-integration';

export interface Answer {
  payload: object;
  /** When the portal wrote the answer, in milliseconds; 0 when it does not say. */
  timestamp: number;
}

export interface Link {
  /** The portal's. */
  origin: string;
  request(channel: string, payload: object): Promise<Answer>;
  close(): void;
}

/** Someone who waits for an answer. */
interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  timer: number;
}

function write(id: string, channel: string, payload: object): object {
  return {
    v: '1.0',
    type: TYPE,
    id,
    kind: 'request',
    channel,
    source: null,
    target: 'classportal',
    payload,
    requestId: null,
    error: null,
    timestamp: Date.now(),
  };
}

function isEnvelope(data: unknown): boolean {
  const version = own(data, 'v');
  return own(data, 'type') === TYPE && isText(version) && /^1\.\d+$/.test(version);
}

/** The refusal in an `error`, or nothing when it has no code. */
function readError(data: unknown): PortalError | null {
  const error = own(data, 'error');
  const code = own(error, 'code');
  const message = own(error, 'message');
  return isText(code) ? fail(code, isText(message) ? message : code) : null;
}

/** The answer in a `response`, or nothing when it has no payload. */
function readAnswer(data: unknown): Answer | null {
  const payload = own(data, 'payload');
  const timestamp = own(data, 'timestamp');
  return isObject(payload) ? { payload, timestamp: typeof timestamp === 'number' ? timestamp : 0 } : null;
}

/** Opens a link to the portal; throws when there is none. `onEvent` is called for each event that the portal sends. */
export function openLink(options: ConnectOptions, onEvent: (channel: unknown, payload: object) => void): Link {
  // Without a prototype, so that no id that a message brings finds anything but a request.
  const waiting = Object.create(null) as Record<string, Waiting>;
  // Other scripts of the page may have links of their own: no two of them choose the same ids.
  const prefix = Math.random().toString(36).slice(2) + '-';
  let count = 0;
  const frame = openFrame(options, receive);

  /** Ends the waiting for an answer; nothing when nobody waits for this one. */
  function take(id: unknown): Waiting | undefined {
    if (!isText(id)) return undefined;
    const found = own(waiting, id) as Waiting | undefined;
    if (found) clearTimeout(found.timer);
    delete waiting[id];
    return found;
  }

  function reject(id: unknown, error: PortalError): void {
    const found = take(id);
    if (found) found.reject(error);
  }

  function receive(data: unknown): void {
    if (!isEnvelope(data)) return;
    const kind = own(data, 'kind');
    const id = own(data, 'requestId');
    const answer = readAnswer(data);
    const error = readError(data);
    if (kind === 'event' && answer) onEvent(own(data, 'channel'), answer.payload);
    if (kind === 'error' && error) reject(id, error);
    const found = kind === 'response' && answer ? take(id) : undefined;
    if (found && answer) found.resolve(answer);
  }

  function request(channel: string, payload: object): Promise<Answer> {
    return new Promise((resolve, refuse) => {
      const id = prefix + ++count;
      frame.post(write(id, channel, payload));
      const timer = window.setTimeout(() => {
        reject(id, fail('timeout', 'The portal did not answer to ' + channel + ' in time.'));
      }, frame.timeout);
      waiting[id] = { resolve, reject: refuse, timer };
    });
  }

  function close(): void {
    frame.close();
    Object.keys(waiting).forEach((id) => reject(id, closed()));
  }

  return { origin: frame.origin, request, close };
}
