// The states of the live connection and what leads from one to the next. Pure: no clock, no network,
// no timers. What is to be done comes back as effects, which live-connection.ts performs.
import type { LiveFrame } from './bus';
import { nextWay } from './rules';
import type { SocketEnd } from './socket';

/**
 * `connecting` to a socket, `live` on it; `registering` a poll, `polling`, `upgrading` from polling to
 * a socket that is tried beside it; `waiting` for the next try; `paused` while the tab is out of sight.
 */
export type Phase =
  | 'idle'
  | 'connecting'
  | 'live'
  | 'registering'
  | 'polling'
  | 'upgrading'
  | 'waiting'
  | 'paused'
  | 'closed';

export interface ConnectionState {
  readonly phase: Phase;
  /** Sockets in a row that ended before the server had said anything. */
  readonly failedSockets: number;
  /** Waits since the connection was last up. */
  readonly tries: number;
  readonly hasSockets: boolean;
}

/** What happens to the connection. */
export interface Inputs {
  /** Someone cannot wait: the user, a network that came back, a tab that is looked at again. */
  connectNow: object;
  /** The wait is over, or the server answers again. */
  retry: object;
  /** While polling, it is time to try a socket again. */
  trySocket: object;
  frame: { frame: LiveFrame };
  socketEnd: SocketEnd;
  /** The server has registered the poll; `hello` is what it greets a socket with. */
  pollOpen: { hello: LiveFrame };
  pollReset: { seq: unknown };
  /** `retryAfter`: seconds that the server asked to wait, if it did. */
  pollEnd: { retryAfter: number | null };
  /** The tab has been out of sight for long. */
  hidden: object;
  /** The machine slept; the other side may have hung up long ago. */
  woke: object;
  close: object;
}

export type Input = { [T in keyof Inputs]: { type: T } & Inputs[T] }[keyof Inputs];

export type Effect =
  | { do: 'openSocket' | 'probeSocket' | 'openPoll' | 'scheduleSocket' | 'pingServer' }
  | { do: 'scheduleRetry'; tries: number; retryAfter: number | null }
  | { do: 'tell'; state: 'connecting' | 'live' | 'polling' | 'waiting' | 'paused' }
  | { do: 'diagnose'; code: number }
  /** Finds the place in the event log from which frames come; `isBack` after a wait. */
  | { do: 'resume'; hello: LiveFrame; isBack: boolean }
  | { do: 'welcome'; hello: LiveFrame }
  | { do: 'deliver'; frame: LiveFrame }
  | { do: 'reset'; seq: unknown };

export interface Step {
  state: ConnectionState;
  effects: Effect[];
}

/** The connection before its first try. */
export function initialState(hasSockets: boolean): ConnectionState {
  return { phase: 'idle', failedSockets: 0, tries: 0, hasSockets };
}

/** What an input makes of a state. An input that the state's row does not name changes nothing. */
export function step(state: ConnectionState, input: Input): Step {
  const act = TABLE[state.phase][input.type] as ((state: ConnectionState, input: Input) => Step) | undefined;
  return act?.(state, input) ?? { state, effects: [] };
}

/** Whether a socket belongs to the phase: one that is open in another phase is to be closed. */
export function hasSocket(phase: Phase): boolean {
  return phase === 'connecting' || phase === 'live' || phase === 'upgrading';
}

/** Whether a poll belongs to the phase. */
export function hasPoll(phase: Phase): boolean {
  return phase === 'registering' || phase === 'polling' || phase === 'upgrading';
}

type Row = { readonly [T in keyof Inputs]?: (state: ConnectionState, input: Inputs[T]) => Step };

const ON_SOCKET: Row = {
  connectNow: probe,
  woke: probe,
  frame: receive,
  socketEnd: loseSocket,
  hidden: pause,
  close,
};
const UNCONNECTED: Row = { connectNow: connect, retry: connect, woke: connect, hidden: pause, close };

const TABLE: Readonly<Record<Phase, Row>> = {
  idle: UNCONNECTED,
  connecting: ON_SOCKET,
  live: ON_SOCKET,
  registering: { pollOpen: beginPolling, pollEnd: losePoll, woke: connect, hidden: pause, close },
  polling: {
    trySocket: upgrade,
    frame: deliver,
    pollReset: reset,
    pollEnd: losePoll,
    woke: connect,
    hidden: pause,
    close,
  },
  upgrading: {
    connectNow: probe,
    frame: receive,
    pollReset: reset,
    // Without a word to the user: the socket is the only way left until it is open or fails.
    pollEnd: (state) => ({ state: { ...state, phase: 'connecting' }, effects: [] }),
    socketEnd: keepPolling,
    woke: (state) => probe({ ...state, phase: 'connecting' }),
    hidden: pause,
    close,
  },
  waiting: UNCONNECTED,
  paused: UNCONNECTED,
  closed: {},
};

function connect(state: ConnectionState): Step {
  if (nextWay(state.failedSockets, state.hasSockets) === 'socket') {
    return to(state, 'connecting', { do: 'tell', state: 'connecting' }, { do: 'openSocket' });
  }
  return to(state, 'registering', { do: 'tell', state: 'connecting' }, { do: 'openPoll' });
}

function probe(state: ConnectionState): Step {
  return { state, effects: [{ do: 'probeSocket' }] };
}

function upgrade(state: ConnectionState): Step {
  return to(state, 'upgrading', { do: 'openSocket' }, { do: 'scheduleSocket' });
}

function receive(state: ConnectionState, { frame }: Inputs['frame']): Step {
  if (frame.type !== 'connected') return deliver(state, { frame });
  return to(
    { ...state, failedSockets: 0, tries: 0 },
    'live',
    { do: 'resume', hello: frame, isBack: state.tries > 0 },
    { do: 'tell', state: 'live' },
    // Each connection greets, also one that begins where the last one stood.
    { do: 'welcome', hello: frame },
  );
}

function beginPolling(state: ConnectionState, { hello }: Inputs['pollOpen']): Step {
  return to(
    { ...state, tries: 0 },
    'polling',
    { do: 'resume', hello, isBack: state.tries > 0 },
    { do: 'tell', state: 'polling' },
    { do: 'welcome', hello },
    { do: 'scheduleSocket' },
  );
}

function deliver(state: ConnectionState, { frame }: Inputs['frame']): Step {
  return { state, effects: [{ do: 'deliver', frame }] };
}

function reset(state: ConnectionState, { seq }: Inputs['pollReset']): Step {
  return { state, effects: [{ do: 'reset', seq }] };
}

function loseSocket(state: ConnectionState, { wasAlive, code }: SocketEnd): Step {
  const waiting = wait({ ...state, failedSockets: wasAlive ? 0 : state.failedSockets + 1 }, null);
  return { ...waiting, effects: [{ do: 'diagnose', code }, ...waiting.effects] };
}

function keepPolling(state: ConnectionState, { wasAlive, code }: SocketEnd): Step {
  const failedSockets = wasAlive ? 0 : state.failedSockets + 1;
  return to({ ...state, failedSockets }, 'polling', { do: 'diagnose', code });
}

function losePoll(state: ConnectionState, { retryAfter }: Inputs['pollEnd']): Step {
  // Whatever was wrong with sockets before, the network may have changed since.
  return wait({ ...state, failedSockets: 0 }, retryAfter);
}

function wait(state: ConnectionState, retryAfter: number | null): Step {
  const tries = state.tries + 1;
  const effects: Effect[] = [
    { do: 'tell', state: 'waiting' },
    { do: 'scheduleRetry', tries, retryAfter },
  ];
  // The banner should know within a second, not at the next heartbeat.
  if (tries === 1) effects.push({ do: 'pingServer' });
  return to({ ...state, tries }, 'waiting', ...effects);
}

function pause(state: ConnectionState): Step {
  // A socket that is closed for the pause counts as one that ended.
  const wasAlive = state.phase === 'live';
  const ended = hasSocket(state.phase) ? step(state, { type: 'socketEnd', wasAlive, code: 1000 }).state : state;
  return to(ended, 'paused', { do: 'tell', state: 'paused' });
}

function close(state: ConnectionState): Step {
  return to(state, 'closed');
}

function to(state: ConnectionState, phase: Phase, ...effects: Effect[]): Step {
  return { state: { ...state, phase }, effects };
}
