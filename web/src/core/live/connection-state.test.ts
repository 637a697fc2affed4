// The states of the live connection as a table: what each input makes of each of them.
import { describe, expect, it } from 'vitest';
import {
  hasPoll,
  hasSocket,
  initialState,
  step,
  type ConnectionState,
  type Input,
  type Phase,
} from './connection-state';

const INPUTS: Readonly<Record<Input['type'], Input>> = {
  connectNow: { type: 'connectNow' },
  retry: { type: 'retry' },
  trySocket: { type: 'trySocket' },
  frame: { type: 'frame', frame: { type: 'new_message', seq: 6 } },
  socketEnd: { type: 'socketEnd', wasAlive: false, code: 1006 },
  pollOpen: { type: 'pollOpen', hello: { type: 'connected', seq: 5 } },
  pollReset: { type: 'pollReset', seq: 90 },
  pollEnd: { type: 'pollEnd', retryAfter: null },
  hidden: { type: 'hidden' },
  woke: { type: 'woke' },
  close: { type: 'close' },
};
const WELCOME: Input = { type: 'frame', frame: { type: 'connected', seq: 5 } };

function at(phase: Phase, more: Partial<ConnectionState> = {}): ConnectionState {
  return { ...initialState(true), phase, ...more };
}

/** The phase that an input leads to, and the effects in their order. */
function after(state: ConnectionState, input: Input): string {
  const next = step(state, input);
  const effects = next.effects.map((effect) => (effect.do === 'tell' ? `tell ${effect.state}` : effect.do));
  return [next.state.phase, ...effects].join(', ');
}

const CONNECT = 'connecting, tell connecting, openSocket';
const WAIT = 'tell waiting, scheduleRetry, pingServer';
const PAUSE = 'paused, tell paused';

/** All inputs that mean something in a phase; every other one changes nothing. */
const TABLE: Readonly<Record<Phase, Partial<Record<Input['type'], string>>>> = {
  idle: { connectNow: CONNECT, retry: CONNECT, woke: CONNECT, hidden: PAUSE, close: 'closed' },
  connecting: {
    connectNow: 'connecting, probeSocket',
    woke: 'connecting, probeSocket',
    frame: 'connecting, deliver',
    socketEnd: `waiting, diagnose, ${WAIT}`,
    hidden: PAUSE,
    close: 'closed',
  },
  live: {
    connectNow: 'live, probeSocket',
    woke: 'live, probeSocket',
    frame: 'live, deliver',
    socketEnd: `waiting, diagnose, ${WAIT}`,
    hidden: PAUSE,
    close: 'closed',
  },
  registering: {
    pollOpen: 'polling, resume, tell polling, welcome, scheduleSocket',
    pollEnd: `waiting, ${WAIT}`,
    woke: CONNECT,
    hidden: PAUSE,
    close: 'closed',
  },
  polling: {
    trySocket: 'upgrading, openSocket, scheduleSocket',
    frame: 'polling, deliver',
    pollReset: 'polling, reset',
    pollEnd: `waiting, ${WAIT}`,
    woke: CONNECT,
    hidden: PAUSE,
    close: 'closed',
  },
  upgrading: {
    connectNow: 'upgrading, probeSocket',
    frame: 'upgrading, deliver',
    pollReset: 'upgrading, reset',
    pollEnd: 'connecting',
    socketEnd: 'polling, diagnose',
    woke: 'connecting, probeSocket',
    hidden: PAUSE,
    close: 'closed',
  },
  waiting: { connectNow: CONNECT, retry: CONNECT, woke: CONNECT, hidden: PAUSE, close: 'closed' },
  paused: { connectNow: CONNECT, retry: CONNECT, woke: CONNECT, hidden: PAUSE, close: 'closed' },
  closed: {},
};

describe.each(Object.keys(TABLE) as Phase[])('%s', (phase) => {
  it.each(Object.values(INPUTS))('takes $type', (input) => {
    expect(after(at(phase), input)).toBe(TABLE[phase][input.type] ?? phase);
  });
});

describe('a greeting', () => {
  const LIVE = 'live, resume, tell live, welcome';

  it.each(['connecting', 'live', 'upgrading'] as const)('over the socket makes %s live', (phase) => {
    expect(after(at(phase), WELCOME)).toBe(LIVE);
  });

  it('ends the count of failures, and says whether there were any', () => {
    const { state, effects } = step(at('connecting', { failedSockets: 1, tries: 3 }), WELCOME);
    expect(state).toEqual(at('live'));
    expect(effects[0]).toMatchObject({ do: 'resume', isBack: true });
    expect(step(at('connecting'), WELCOME).effects[0]).toMatchObject({ isBack: false });
  });

  it('of a poll ends the waits, and leaves sockets as little trusted as they were', () => {
    const { state } = step(at('registering', { failedSockets: 2, tries: 3 }), INPUTS.pollOpen);
    expect(state).toEqual(at('polling', { failedSockets: 2 }));
  });
});

describe('a socket that ended', () => {
  const lose = (state: ConnectionState, wasAlive: boolean): ConnectionState =>
    step(state, { type: 'socketEnd', wasAlive, code: 1006 }).state;

  it('counts as failed where it never came to life', () => {
    expect(lose(at('connecting', { failedSockets: 1 }), false).failedSockets).toBe(2);
    expect(lose(at('live', { failedSockets: 1 }), true).failedSockets).toBe(0);
    expect(lose(at('upgrading', { failedSockets: 2 }), false)).toEqual(at('polling', { failedSockets: 3 }));
  });

  it('gives way to a poll after the second failure, until the poll ends too', () => {
    const failed = at('waiting', { failedSockets: 2, tries: 2 });
    expect(after(failed, INPUTS.retry)).toBe('registering, tell connecting, openPoll');
    const ended = step(at('registering', { failedSockets: 2, tries: 2 }), { type: 'pollEnd', retryAfter: 7 });
    expect(ended.effects).toContainEqual({ do: 'scheduleRetry', tries: 3, retryAfter: 7 });
    expect(after(ended.state, INPUTS.retry)).toBe(CONNECT);
  });

  it('asks for the server once, not at each try', () => {
    const { effects } = step(at('connecting', { tries: 1 }), INPUTS.socketEnd);
    expect(effects.map((effect) => effect.do)).toEqual(['diagnose', 'tell', 'scheduleRetry']);
  });

  it('is never tried where the browser has none', () => {
    expect(after(initialState(false), INPUTS.connectNow)).toBe('registering, tell connecting, openPoll');
  });
});

it('comes back from a pause as from an end where a socket was closed for it', () => {
  const counts = (phase: Phase): number[] => {
    const { failedSockets, tries } = step(at(phase), INPUTS.hidden).state;
    return [failedSockets, tries];
  };
  expect([counts('live'), counts('connecting'), counts('upgrading')]).toEqual([
    [0, 1],
    [1, 1],
    [1, 0],
  ]);
  expect([counts('waiting'), counts('polling')]).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

it('holds a socket or a poll in the phases that are named after them, both while upgrading', () => {
  const phases = Object.keys(TABLE) as Phase[];
  expect(phases.filter(hasSocket)).toEqual(['connecting', 'live', 'upgrading']);
  expect(phases.filter(hasPoll)).toEqual(['registering', 'polling', 'upgrading']);
});
