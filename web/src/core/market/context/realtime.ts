// `data.realtime`: events that back ends and members publish, over the connection that the desktop has.
import { watch } from 'vue';
import { api, send } from '@/api/client';
import { whenConnected } from '../../connected';
import { liveState, subscribeApp, type LiveState } from '../../live';
import type { Scope } from '../scope';

type Hear = (...given: never[]) => unknown;
type Told = (...given: unknown[]) => void;
type State = ServiceMarket.ConnectionState;

const STATES: Readonly<Record<LiveState, State>> = {
  live: 'connected',
  polling: 'connected',
  connecting: 'connecting',
  waiting: 'reconnecting',
  paused: 'disconnected',
  off: 'disconnected',
};

const stateNow = (): State => STATES[liveState.value];

/** The events as one scope hears them. */
export function realtimeOf(scope: Scope): ServiceMarket.Realtime {
  const stops: { name: string; hear: Hear; stop: () => void }[] = [];

  function add(name: string, hear: Hear, begin: (told: Told) => () => void): () => void {
    if (typeof hear !== 'function') throw new TypeError(`realtime: ${name} needs a function`);
    const end = begin((...given) => scope.guard(() => void (hear as Told)(...given)));
    let isOver = false;
    const stop = (): void => {
      if (isOver) return;
      isOver = true;
      end();
      forget();
      stops.splice(stops.indexOf(entry), 1);
    };
    const entry = { name, hear, stop };
    stops.push(entry);
    const forget = scope.onEnd(stop);
    return stop;
  }

  const subscribe = (event: string, hear: Hear): (() => void) =>
    add(event, hear, (told) =>
      subscribeApp(event, (frame) => {
        // Without a sender it is from a back end: that of another app may use the name of this one's events.
        if (frame.sender_id || frame.app_name === scope.app) told(frame.payload, frame);
      }),
    );

  const follow = (name: string, hear: Hear, isMeant: (state: State, before: State) => boolean): (() => void) =>
    add(name, hear, (told) => watch(stateNow, (state, before) => isMeant(state, before) && told({ state })));

  /** A connection that is there already is told of as well: who waits for it would wait for good. */
  function onConnected(hear: Hear): () => void {
    const isThere = stateNow() === 'connected';
    const stop = follow('connected', hear, (state) => state === 'connected');
    if (isThere)
      void Promise.resolve().then(() => scope.ended || scope.guard(() => (hear as Told)({ state: 'connected' })));
    return stop;
  }

  function on(name: string, hear: Hear): () => void {
    if (name === 'connected') return onConnected(hear);
    if (name === 'error') return follow(name, hear, (state, before) => before === 'connected' && state !== 'connected');
    if (name === '_connectionStateChange') return follow(name, hear, () => true);
    return subscribe(name, hear);
  }

  return {
    connect: whenConnected,
    isReady: () => stateNow() === 'connected',
    subscribe,
    on,
    off: (name, hear) =>
      stops.filter((entry) => entry.name === name && entry.hear === hear).forEach(({ stop }) => stop()),
    async publish(event, payload = {}) {
      const body = { event, payload: payload as Record<string, never>, app_name: scope.app };
      await send(api.POST('/api/realtime/publish', { body }));
    },
  };
}
