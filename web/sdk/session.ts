// The handshake and the token that it brings.
import type { Link } from './envelope';
import { fail, isText, own, texts } from './frame';
import type { PageToken } from './types';

/** A token with less than this left is renewed. */
const SPARE = 60_000;
/** How long tokens hold, in case that the clocks of portal and server are too far apart to tell. */
const USUAL_LIFETIME = 300_000;

export interface Session {
  /** Asks the portal for a new token. Who asks meanwhile gets the same one. */
  shake(): Promise<PageToken>;
  /** A token that holds for a minute or more; not the one that was refused. */
  token(refused?: string): Promise<PageToken>;
  /** The next call asks for a new token. */
  forget(): void;
}

/** How long a token holds from its receipt. It asks no clock of the page, which may be wrong. */
function lifetimeOf(expiresAt: string, sentAt: number): number {
  const lifetime = Date.parse(expiresAt) - sentAt;
  return lifetime > 0 && lifetime <= USUAL_LIFETIME ? lifetime : USUAL_LIFETIME;
}

/** What a page does with its token does not change the one that is kept. */
function copy(token: PageToken): PageToken {
  return { token: token.token, expires_at: token.expires_at, scopes: token.scopes.slice() };
}

/** `onShake` is told what each handshake brings. */
export function openSession(link: Link, onShake: (payload: object) => void): Session {
  let current: PageToken | null = null;
  let receivedAt = 0;
  let lifetime = 0;
  let shaking: Promise<PageToken> | null = null;

  function shake(): Promise<PageToken> {
    if (shaking) return shaking.then(copy);
    const shaken = link.request('handshake:request', {}).then((answer) => {
      const token = own(answer.payload, 'token');
      const expiresAt = own(answer.payload, 'expires_at');
      if (!isText(token) || !isText(expiresAt)) throw fail('message_invalid', 'The handshake brought no token.');
      current = { token, expires_at: expiresAt, scopes: texts(own(answer.payload, 'scopes')) };
      receivedAt = Date.now();
      lifetime = lifetimeOf(expiresAt, answer.timestamp);
      onShake(answer.payload);
      return current;
    });
    shaking = shaken;
    const end = () => {
      shaking = null;
    };
    shaken.then(end, end);
    return shaken.then(copy);
  }

  return {
    shake,
    token(refused) {
      const age = Date.now() - receivedAt;
      // An age below 0 means that the clock was set back: the token may be older than it seems.
      const holds = current && current.token !== refused && age >= 0 && age < lifetime - SPARE;
      return holds && current ? Promise.resolve(copy(current)) : shake();
    },
    forget() {
      current = null;
    },
  };
}
