// The frames of the socket over HTTP, where no socket gets through.
import { api, patient, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import type { ClientFrame, LiveFrame } from './bus';

/** Events that come one by one are gathered: each answer is a request. */
const MIN_PAUSE_MS = 400;

export interface PollEnd {
  /** Seconds that the server asked to wait, if it did. */
  retryAfter: number | null;
}

export interface Poll {
  /** Sends a frame as over the socket; nobody waits for the answer. */
  send: (frame: ClientFrame) => void;
  close: () => void;
}

interface Listener {
  /** The server has registered the poll; `hello` is what it greets a socket with. */
  onOpen: (hello: LiveFrame) => void;
  onFrame: (frame: LiveFrame) => void;
  onReset: (seq: number) => void;
  onEnd: (end: PollEnd) => void;
}

/** Polls from a place in the log (null: from now) until closed or failed. */
export function openPoll(since: number | null, listener: Listener): Poll {
  const abort = new AbortController();
  run(since, abort.signal, listener).catch((cause: unknown) => {
    if (abort.signal.aborted) return;
    abort.abort();
    listener.onEnd({ retryAfter: asFailure(cause).retryAfter });
  });
  return {
    send: (frame) =>
      void send(api.POST('/api/chat/poll/send', { body: { frame: frame as never } })).catch(() => undefined),
    close: () => abort.abort(),
  };
}

async function run(since: number | null, signal: AbortSignal, listener: Listener): Promise<void> {
  const registered = await send(api.POST('/api/chat/poll/register', { signal }));
  if (signal.aborted) return;
  let seq = since ?? registered.seq;
  listener.onOpen({ ...registered, type: 'connected', seq, resumed: since !== null });
  while (!signal.aborted) {
    const began = Date.now();
    const params = { query: { since_seq: seq, poll_id: registered.poll_id } };
    const answer = await send(api.GET('/api/chat/poll', { params, fetch: patient, signal }));
    if (signal.aborted) return;
    if (answer.reset) listener.onReset(answer.last_seq);
    answer.events.forEach(({ ts, seq: at, event }) => listener.onFrame({ ts, seq: at, ...event } as LiveFrame));
    seq = answer.last_seq;
    await pause(MIN_PAUSE_MS - (Date.now() - began));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => window.setTimeout(done, Math.max(0, ms)));
}
