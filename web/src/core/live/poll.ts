// The same frames over HTTP, where no socket gets through: two long polls side by side, because the
// chat and the rest of the portal have one each.
import { api, patient, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import type { LiveFrame } from './bus';

interface Events {
  events: readonly { seq: number; event: object }[];
  last_seq: number;
  reset?: boolean;
}
interface Registration {
  poll_id: string;
  seq: number;
}
type Calls = Record<'GET' | 'POST', (path: string, options?: object) => ReturnType<typeof api.GET>>;

const PATHS = ['/api/chat/poll', '/api/realtime/poll'] as const;
/** A member's requests must last for the rest of the desktop too. */
const LEAST_PAUSE_MS = 400;

export interface PollEnd {
  /** Seconds that the server asked to wait, if it did. */
  retryAfter: number | null;
}

export interface Poll {
  close: () => void;
}

interface Listener {
  /** The first answer of both: the line stands. `seq` is where the log was when it began. */
  onOpen: (seq: number) => void;
  onFrame: (frame: LiveFrame) => void;
  onReset: (seq: number) => void;
  onEnd: (end: PollEnd) => void;
}

/** Polls from a place in the log (null: from now) until closed or failed. */
export function openPoll(since: number | null, listener: Listener): Poll {
  const abort = new AbortController();
  let ended = false;
  const end = (cause: unknown): void => {
    if (ended) return;
    ended = true;
    abort.abort();
    listener.onEnd({ retryAfter: asFailure(cause).retryAfter });
  };
  void Promise.all(PATHS.map((path) => register(path, abort.signal)))
    .then((registered) => {
      if (ended) return;
      const from = since ?? Math.min(...registered.map((one) => one.seq));
      listener.onOpen(from);
      registered.forEach(({ poll_id }, i) => {
        const path = PATHS[i] ?? PATHS[0];
        repeat(path, poll_id, from, abort.signal, listener).catch(end);
      });
    })
    .catch(end);
  return {
    close: () => {
      ended = true;
      abort.abort();
    },
  };
}

async function register(path: string, signal: AbortSignal): Promise<Registration> {
  const { POST } = api as unknown as Calls;
  return (await send(POST(`${path}/register`, { signal }) as never)) as Registration;
}

async function repeat(path: string, id: string, from: number, signal: AbortSignal, listener: Listener): Promise<void> {
  const { GET } = api as unknown as Calls;
  let seq = from;
  while (!signal.aborted) {
    const began = Date.now();
    const query = { since_seq: seq, poll_id: id };
    const answer = (await send(GET(path, { params: { query }, fetch: patient, signal }) as never)) as Events;
    if (signal.aborted) return;
    if (answer.reset) listener.onReset(answer.last_seq);
    answer.events.forEach(({ seq: at, event }) => listener.onFrame({ seq: at, ...event } as LiveFrame));
    seq = answer.last_seq;
    await pause(LEAST_PAUSE_MS - (Date.now() - began));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => window.setTimeout(done, Math.max(0, ms)));
}
