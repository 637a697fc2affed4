// Several subscriptions of a page, of which the portal knows the union alone.
import { call, fail, isText, own, texts } from './frame';
import type { PortalEvent } from './types';

type Handler = (event: PortalEvent) => void;

export interface Subscriptions {
  add(events: string[], handler: Handler): Promise<() => void>;
  /** What the portal should send events of. */
  union(): string[];
  /** An event came. */
  push(payload: object): void;
}

/** `send` replaces what the portal sends events of. */
export function openSubscriptions(send: (events: string[]) => Promise<unknown>): Subscriptions {
  let all: { events: string[]; handler: Handler }[] = [];

  function union(): string[] {
    const names: string[] = [];
    all.forEach((one) => {
      one.events.forEach((event) => {
        if (names.indexOf(event) < 0) names.push(event);
      });
    });
    return names;
  }

  function add(events: string[], handler: Handler): Promise<() => void> {
    if (!Array.isArray(events) || typeof handler !== 'function')
      return Promise.reject(fail('message_invalid', 'subscribe takes names of events and a function.'));
    const added = { events: texts(events), handler };
    all.push(added);
    const remove = () => {
      const before = all.length;
      all = all.filter((one) => one !== added);
      return all.length < before;
    };
    return send(union()).then(
      () => () => {
        // What the portal goes on sending finds no handler, so a failure changes nothing.
        if (remove()) send(union()).catch(() => undefined);
      },
      (error) => {
        remove();
        throw error;
      },
    );
  }

  function push(payload: object): void {
    const event = own(payload, 'event');
    if (!isText(event)) return;
    const createdAt = own(payload, 'created_at');
    all.slice().forEach((one) => {
      if (one.events.indexOf(event) < 0) return;
      call(one.handler, {
        event,
        payload: own(payload, 'payload'),
        created_at: isText(createdAt) ? createdAt : '',
      });
    });
  }

  return { add, union, push };
}
