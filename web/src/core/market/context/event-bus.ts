// The bus over which apps of the market that are open talk to each other. What a scope has put on it ends with it.
import type { Scope } from '../scope';

type Hear = (...given: unknown[]) => void;

interface Entry {
  scope: Scope;
  hear: Hear;
}

const entries = new Map<string, Entry[]>();

/** The bus as one scope uses it. */
export function eventBusOf(scope: Scope): ServiceMarket.EventBus {
  function on(event: string, hear: Hear): () => void {
    if (typeof hear !== 'function') throw new TypeError(`eventBus.on('${event}') needs a function`);
    const entry = { scope, hear };
    entries.set(event, [...(entries.get(event) ?? []), entry]);
    const stop = (): void => {
      drop(event, (one) => one === entry);
      forget();
    };
    const forget = scope.onEnd(stop);
    return stop;
  }
  return {
    on,
    once(event, hear) {
      const stop = on(event, (...given) => {
        stop();
        hear(...given);
      });
      return stop;
    },
    off: (event, hear) => drop(event, (one) => one.scope === scope && one.hear === hear),
    emit(event, ...given) {
      (entries.get(event) ?? []).forEach((entry) => entry.scope.guard(() => entry.hear(...given)));
    },
  };
}

function drop(event: string, isMeant: (entry: Entry) => boolean): void {
  const rest = (entries.get(event) ?? []).filter((entry) => !isMeant(entry));
  if (rest.length > 0) entries.set(event, rest);
  else entries.delete(event);
}
