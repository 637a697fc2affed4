// A portal for the tests of the SDK: the window above the page, what it was sent, and what it answers.
import { afterEach, beforeEach, vi } from 'vitest';
import { connect } from './embed';
import type { Portal } from './types';

export const PORTAL = 'http://192.168.1.5:9001';

export interface Sent {
  message: Record<string, unknown>;
  target: unknown;
}

export interface FakePortal {
  sent: Sent[];
  /** The messages of a channel, or the events of that name in the plugin contract. */
  of(name: string): Record<string, unknown>[];
  /** The latest of them. */
  last(name: string): Record<string, unknown> | undefined;
  /** Sends a message as the portal; another `source` or `origin` makes it a forged one. */
  say(message: unknown, from?: { source?: unknown; origin?: string }): void;
  /** Answers the latest request of a channel. */
  answer(channel: string, payload: unknown, more?: object): void;
  /** Refuses the latest request of a channel. */
  refuse(channel: string, code: string, message?: string): void;
  push(channel: string, payload: unknown): void;
  /** A page that is connected with the token `t1`; `more` is what else the handshake answers. */
  connected(more?: object): Promise<Portal>;
  /** Closes a connection when the test ends. */
  closing<T extends { close(): void }>(portal: T): T;
}

export function envelope(kind: string, channel: string, payload: unknown, more?: object): Record<string, unknown> {
  return {
    v: '1.0',
    type: 'classportal-integration',
    id: 'p1',
    kind,
    channel,
    source: 'classportal',
    target: null,
    payload,
    error: null,
    timestamp: Date.now(),
    ...more,
  };
}

/** Puts a portal above the page in each test of a file, with a clock that stands until a test moves it. */
export function useFakePortal(now?: Date): FakePortal {
  const sent: Sent[] = [];
  const above = {
    postMessage(message: Record<string, unknown>, target: unknown) {
      // As browsers do: what cannot be copied is not sent.
      sent.push({ message: structuredClone(message), target });
    },
  };
  const open: { close(): void }[] = [];
  beforeEach(() => {
    sent.length = 0;
    vi.useFakeTimers({ now });
    vi.stubGlobal('parent', above);
  });
  afterEach(() => {
    open.splice(0).forEach((portal) => portal.close());
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const of = (name: string) =>
    sent.map((one) => one.message).filter((message) => (message.channel ?? message.event) === name);
  const last = (name: string) => of(name).slice(-1)[0];
  const say: FakePortal['say'] = (message, from) => {
    const event = new Event('message');
    window.dispatchEvent(Object.assign(event, { data: message, source: above, origin: PORTAL, ...from }));
  };
  const requestId = (channel: string) => last(channel)?.id;
  const answer: FakePortal['answer'] = (channel, payload, more) =>
    say(envelope('response', channel, payload, { requestId: requestId(channel), ...more }));
  function closing<T extends { close(): void }>(portal: T): T {
    open.push(portal);
    return portal;
  }
  return {
    sent,
    of,
    last,
    say,
    answer,
    closing,
    async connected(more) {
      const promise = connect({ portal: PORTAL });
      answer('handshake:request', session('t1', more), { channel: 'handshake:response' });
      return closing(await promise);
    },
    refuse: (channel, code, message = code) =>
      say(envelope('error', channel, {}, { requestId: requestId(channel), error: { code, message } })),
    push: (channel, payload) => say(envelope('event', channel, payload)),
  };
}

/** What a handshake answers; the token holds for five minutes. */
export function session(token = 't1', more?: object): object {
  return {
    user: { user_id: 'u1', real_name: '林小雨' },
    channels: ['ping', 'user:info', 'data:query'],
    scopes: ['user:read', 'data:read'],
    token,
    expires_at: new Date(Date.now() + 300_000).toISOString(),
    portal: { version: '1.0.0' },
    ...more,
  };
}

/** Lets what promises wait for happen, without the time going on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve();
}

/** The code that a promise is refused with. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'not refused',
    (error: { code?: unknown }) => (error instanceof Error ? error.code : error),
  );
}
