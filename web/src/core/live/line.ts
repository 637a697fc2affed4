// Keeps the line up: socket first, long poll where no socket gets through, back to the socket when
// it does again. Resumes where it stood; where that cannot be, everything shown is read anew.
import { watch } from 'vue';
import { api, send } from '@/api/client';
import { pingServer, serverOffline } from '../connection';
import { queryClient } from '../query';
import { dispatch, type LiveFrame } from './bus';
import type { LiveState } from './index';
import { openPoll, type Poll } from './poll';
import { Absence, Cursor, nextWay, waitBefore } from './rules';
import { openSocket, type Socket, type SocketEnd } from './socket';

export interface Line {
  say: (frame: LiveFrame) => boolean;
  hurry: () => void;
  close: () => void;
}

/** A tab out of sight for so long needs no news: it reads them when it is looked at again. */
const HIDDEN_MS = 10 * 60_000;
/** A clock that jumps by more than this between two looks belongs to a machine that slept. */
const LOOK_MS = 10_000;
const SLEPT_MS = 30_000;
/** While polling, a socket is tried again now and then: the network may be another one. */
const SOCKET_AGAIN_MS = 5 * 60_000;
const NO_SESSION = 4001;
const DISABLED = 4003;

async function explain({ code }: SocketEnd): Promise<void> {
  if (code !== NO_SESSION && code !== DISABLED) return;
  // Its answer says what is the matter, and the session listens.
  await send(api.GET('/api/auth/check-status')).catch(() => undefined);
}

/** Where the member's last line stood: a session that expired and came back has missed nothing. */
let place: { user: string; cursor: Cursor; absence: Absence } | undefined;

/** Opens the line of a signed-in member. */
export function openLine(user: string, tell: (state: LiveState) => void): Line {
  if (place?.user !== user) place = { user, cursor: new Cursor(), absence: new Absence() };
  const { cursor, absence } = place;
  let socket: Socket | undefined;
  let poll: Poll | undefined;
  let closed = false;
  let failedSockets = 0;
  let tries = 0;
  let wake = 0;
  let again = 0;
  let hidden = 0;
  let looked = Date.now();

  function connect(): void {
    window.clearTimeout(wake);
    if (closed || socket || poll) return;
    tell('connecting');
    if (nextWay(failedSockets, typeof WebSocket === 'function') === 'socket') connectSocket();
    else connectPoll();
  }

  function connectSocket(): void {
    socket = openSocket(address(), onFrame, (end) => {
      socket = undefined;
      if (closed) return;
      failedSockets = end.wasAlive ? 0 : failedSockets + 1;
      void explain(end);
      // Polling goes on beside a socket that was only tried.
      if (!poll) retry(null);
    });
  }

  function connectPoll(): void {
    poll = openPoll(cursor.seq, {
      onOpen: (seq, hello) => {
        cursor.reach(seq);
        up('polling');
        greet(hello);
        scheduleSocket();
      },
      onFrame,
      onReset: reset,
      onEnd: ({ retryAfter }) => {
        dropPoll();
        if (socket) return;
        // Whatever was wrong with sockets before, the network may have changed since.
        failedSockets = 0;
        retry(retryAfter);
      },
    });
  }

  function dropPoll(): void {
    window.clearTimeout(again);
    poll?.close();
    poll = undefined;
  }

  function scheduleSocket(): void {
    window.clearTimeout(again);
    again = window.setTimeout(
      () => {
        if (!poll || socket) return;
        connectSocket();
        scheduleSocket();
      },
      SOCKET_AGAIN_MS * (0.8 + Math.random() * 0.4),
    );
  }

  function onFrame(frame: LiveFrame): void {
    if (frame.type === 'connected') {
      if (frame.reset) reset(frame.seq);
      // The first connection begins now; a later one is at its cursor until frames say otherwise.
      else if (cursor.seq === null) cursor.reach(frame.seq);
      dropPoll();
      failedSockets = 0;
      up('live');
      // Each connection greets, also one that begins where the last one stood.
      return greet(frame);
    }
    const now = Date.now();
    absence.hear(now);
    if (frame.type === 'pong') return;
    if (frame.type === 'reset' || frame.reset === true) return reset(frame.seq);
    if (!cursor.take(frame)) return;
    dispatch(absence.isOld(frame, now) ? { ...frame, historical: true } : frame);
  }

  function greet(hello: LiveFrame): void {
    const now = Date.now();
    absence.hear(now);
    absence.setClock(hello.server_time, now);
    dispatch(hello);
  }

  function up(state: LiveState): void {
    const isBack = tries > 0;
    tries = 0;
    tell(state);
    if (serverOffline.value) void pingServer();
    // Without a place to resume from, what came meanwhile is unknown.
    if (isBack && cursor.seq === null) reset(null);
  }

  function reset(seq: unknown): void {
    cursor.restart(seq);
    void queryClient.invalidateQueries();
    dispatch({ type: 'reset' });
  }

  function retry(retryAfter: number | null): void {
    if (closed) return;
    tries += 1;
    tell('waiting');
    const wait = retryAfter === null ? waitBefore(tries) : retryAfter * 1000 + Math.random() * 1000;
    window.clearTimeout(wake);
    wake = window.setTimeout(connect, wait);
    // The banner should know within a second, not at the next heartbeat.
    if (tries === 1) void pingServer();
  }

  function address(): string {
    const since = cursor.seq === null ? '' : `?since_seq=${cursor.seq}`;
    return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws${since}`;
  }

  function pause(): void {
    if (!document.hidden || closed) return;
    window.clearTimeout(wake);
    socket?.close();
    dropPoll();
    window.clearTimeout(wake);
    tell('paused');
  }

  function onVisible(): void {
    window.clearTimeout(hidden);
    if (document.hidden) hidden = window.setTimeout(pause, HIDDEN_MS);
    else hurry();
  }

  function hurry(): void {
    if (socket) socket.probe();
    else connect();
  }

  /** After a sleep, the other side has long hung up while this one still waits. */
  function look(): void {
    const now = Date.now();
    if (now - looked > SLEPT_MS && !document.hidden) {
      dropPoll();
      hurry();
    }
    looked = now;
  }

  const looking = window.setInterval(look, LOOK_MS);
  const stopAway = watch(serverOffline, (away) => {
    if (!away) connect();
  });
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', hurry);
  connect();

  return {
    say: (frame) => {
      if (socket?.say(frame)) return true;
      poll?.say(frame);
      return poll !== undefined;
    },
    hurry,
    close: () => {
      closed = true;
      window.clearTimeout(wake);
      window.clearTimeout(hidden);
      window.clearInterval(looking);
      stopAway();
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', hurry);
      socket?.close();
      dropPoll();
    },
  };
}
