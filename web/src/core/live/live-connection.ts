// Keeps the connection up: socket first, long poll where no socket gets through, back to the socket
// when it does again. connection-state.ts decides; this file opens, closes and waits.
import { api, send } from '@/api/client';
import { pingServer, serverOffline } from '../connection';
import type { ClientFrame } from './bus';
import { hasPoll, hasSocket, initialState, step, type Effect, type Input } from './connection-state';
import { Inbox } from './inbox';
import type { LiveState } from './index';
import { watchPage } from './page-signals';
import { openPoll, type Poll } from './poll';
import { waitBefore } from './rules';
import { openSocket, type Socket } from './socket';

/** While polling, a socket is tried again now and then: the network may be another one. */
const SOCKET_AGAIN_MS = 5 * 60_000;
const NO_SESSION = 4001;
const DISABLED = 4003;

/** What the member's last connection brought: a session that expired and came back has missed nothing. */
let lastInbox: Inbox | undefined;

/** What a page has read of the portal: everything up to the event `seq`, from the time `at` on. */
export interface ReadMark {
  seq: number;
  at: number;
}

/** Opens the connection of a signed-in member. */
export function openLiveConnection(user: string, read: ReadMark, tell: (state: LiveState) => void): LiveConnection {
  if (lastInbox?.user !== user) lastInbox = new Inbox(user, read.seq, read.at);
  const connection = new LiveConnection(lastInbox, tell);
  connection.connectNow();
  return connection;
}

export class LiveConnection {
  private state = initialState(typeof WebSocket === 'function');
  private socket: Socket | undefined;
  private poll: Poll | undefined;
  private retryTimer = 0;
  private socketTimer = 0;
  private readonly stopWatching = watchPage((type) => this.take({ type }));

  constructor(
    private readonly inbox: Inbox,
    private readonly tell: (state: LiveState) => void,
  ) {}

  /** Sends a frame that needs no answer; answers false while nothing carries it. */
  send(frame: ClientFrame): boolean {
    if (this.socket?.send(frame)) return true;
    this.poll?.send(frame);
    return this.poll !== undefined;
  }

  /** Connects, tries again, or asks whether the other side is still there. */
  connectNow(): void {
    this.take({ type: 'connectNow' });
  }

  close(): void {
    this.stopWatching();
    this.take({ type: 'close' });
  }

  private take(input: Input): void {
    const next = step(this.state, input);
    this.state = next.state;
    this.release();
    next.effects.forEach((effect) => this.perform(effect));
  }

  /** Lets go of what does not belong to the state. */
  private release(): void {
    const { phase } = this.state;
    if (phase !== 'waiting') window.clearTimeout(this.retryTimer);
    if (!hasSocket(phase)) this.dropSocket();
    if (!hasPoll(phase)) this.dropPoll();
  }

  private perform(effect: Effect): void {
    switch (effect.do) {
      case 'openSocket':
        return this.openSocket();
      case 'probeSocket':
        return this.socket?.probe();
      case 'openPoll':
        return this.openPoll();
      case 'scheduleSocket':
        return this.scheduleSocket();
      case 'scheduleRetry':
        return this.scheduleRetry(effect.tries, effect.retryAfter);
      case 'pingServer':
        return void pingServer();
      case 'diagnose':
        return void diagnose(effect.code);
      case 'tell':
        return this.tellState(effect.state);
      case 'resume':
        return this.inbox.resume(effect.hello, effect.isBack);
      case 'welcome':
        return this.inbox.onWelcome(effect.hello);
      case 'deliver':
        return this.inbox.deliver(effect.frame);
      case 'reset':
        return this.inbox.reset(effect.seq);
    }
  }

  private openSocket(): void {
    this.dropSocket();
    const since = this.inbox.seq === null ? '' : `?since_seq=${this.inbox.seq}`;
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${since}`;
    const socket = openSocket(
      url,
      (frame) => this.take({ type: 'frame', frame }),
      (end) => {
        // One that was closed from here has nothing to report.
        if (this.socket === socket) this.take({ type: 'socketEnd', ...end });
      },
    );
    this.socket = socket;
  }

  private openPoll(): void {
    this.dropPoll();
    this.poll = openPoll(this.inbox.seq, {
      onOpen: (hello) => this.take({ type: 'pollOpen', hello }),
      onFrame: (frame) => this.take({ type: 'frame', frame }),
      onReset: (seq) => this.take({ type: 'pollReset', seq }),
      onEnd: (end) => this.take({ type: 'pollEnd', ...end }),
    });
  }

  private dropSocket(): void {
    const { socket } = this;
    this.socket = undefined;
    socket?.close();
  }

  private dropPoll(): void {
    window.clearTimeout(this.socketTimer);
    this.poll?.close();
    this.poll = undefined;
  }

  private scheduleSocket(): void {
    window.clearTimeout(this.socketTimer);
    const ms = SOCKET_AGAIN_MS * (0.8 + Math.random() * 0.4);
    this.socketTimer = window.setTimeout(() => this.take({ type: 'trySocket' }), ms);
  }

  private scheduleRetry(tries: number, retryAfter: number | null): void {
    const ms = retryAfter === null ? waitBefore(tries) : retryAfter * 1000 + Math.random() * 1000;
    this.retryTimer = window.setTimeout(() => this.take({ type: 'retry' }), ms);
  }

  private tellState(state: LiveState): void {
    this.tell(state);
    if (serverOffline.value && (state === 'live' || state === 'polling')) void pingServer();
  }
}

/** Asks the server why it has closed: its answer says what is the matter, and the session listens. */
async function diagnose(code: number): Promise<void> {
  if (code !== NO_SESSION && code !== DISABLED) return;
  await send(api.GET('/api/auth/check-status')).catch(() => undefined);
}
