// The `Portal` of a page: each member is a request, the token, or events.
import { openLink, type Link } from './envelope';
import { call, fail, isText, own, pick, texts, userOf } from './frame';
import { openSession, type Session } from './session';
import { openSubscriptions, type Subscriptions } from './subscriptions';
import type { ConnectOptions, DataEntry, DataPage, Portal, PortalError, PortalUser } from './types';

const SUBSCRIBE = 'event:subscribe';

/** A path, and nothing that some browser could take for the address of another host. */
const PATH = /^\/(?![/\\])/;

/** `window.fetch` of a path of the portal with a token; once more with a new one when the first is refused. */
function fetchWithToken(link: Link, session: Session, path: string, init?: RequestInit): Promise<Response> {
  if (!isText(path) || !PATH.test(path))
    return Promise.reject(fail('path_invalid', 'fetch takes a path of the portal that begins with one slash.'));
  function send(token: string): Promise<Response> {
    const given: RequestInit = init || {};
    const request: Record<string, unknown> = {};
    (Object.keys(given) as (keyof RequestInit)[]).forEach((name) => {
      request[name] = given[name];
    });
    const headers = new Headers(given.headers);
    headers.set('Authorization', 'Bearer ' + token);
    request.headers = headers;
    // The token is all that the page shows, and it goes to the portal alone.
    request.credentials = 'omit';
    request.redirect = 'error';
    return window.fetch(link.origin + path, request);
  }
  return session.token().then((first) =>
    send(first.token).then((response) => {
      if (response.status !== 401) return response;
      return session.token(first.token).then((second) => send(second.token));
    }),
  );
}

type Ask = (channel: string, payload?: object) => Promise<object>;

/**
 * Requests of the page. A portal that has lost the handshake, and the subscriptions with it, says so: then both are
 * made again, and the request is sent once more.
 */
function openAsk(link: Link, session: Session, subscriptions: () => Subscriptions): Ask {
  function send(channel: string, payload: object): Promise<object> {
    return link.request(channel, payload).then((answer) => answer.payload);
  }
  function subscribeAgain(channel: string): Promise<unknown> {
    const events = subscriptions().union();
    if (channel === SUBSCRIBE || events.length === 0) return Promise.resolve();
    return send(SUBSCRIBE, { events }).catch(() => undefined);
  }
  return (channel, payload) => {
    const wanted = payload || {};
    return send(channel, wanted).catch((error: PortalError) => {
      if (error.code !== 'handshake_needed') throw error;
      return session
        .shake()
        .then(() => subscribeAgain(channel))
        .then(() => send(channel, wanted));
    });
  };
}

/** One entry when a key is given, else a page of them. */
function query(ask: Ask, wanted?: object): Promise<DataEntry | DataPage | null> {
  const payload = pick(wanted, ['key', 'after', 'limit']);
  return ask('data:query', payload).then((answer) =>
    'key' in payload ? (own(answer, 'entry') as DataEntry | undefined) || null : (answer as DataPage),
  );
}

/** Adds a handler; answers what takes it away. */
function addHandler(handlers: (() => void)[], handler: () => void): () => void {
  // One handler may be added twice, so that each is wrapped in a function of its own.
  const added = () => handler();
  handlers.push(added);
  return () => {
    const at = handlers.indexOf(added);
    if (at >= 0) handlers.splice(at, 1);
  };
}

/**
 * Says to the portal that the page is here and answers what the page can do there. Call it once: two connections
 * of a page would replace each other's subscriptions.
 */
export function connect(options?: ConnectOptions): Promise<Portal> {
  // What is thrown in here rejects the promise.
  return new Promise((resolve) => {
    const signedOut: (() => void)[] = [];
    const link = openLink(options || {}, (channel, payload) => {
      if (channel === 'event:push') subscriptions.push(payload);
      if (channel !== 'user:signed-out') return;
      session.forget();
      signedOut.slice().forEach((handler) => call(handler, undefined));
    });
    const session: Session = openSession(link, (payload) => {
      portal.user = userOf(own(payload, 'user'));
      portal.channels = texts(own(payload, 'channels'));
    });
    const ask = openAsk(link, session, () => subscriptions);
    const subscriptions: Subscriptions = openSubscriptions((events) => ask(SUBSCRIBE, { events }));
    const portal: Portal = {
      user: null,
      channels: [],
      token: () => session.token(),
      fetch: (path, init) => fetchWithToken(link, session, path, init),
      ping: () => ask('ping') as Promise<{ pong: true }>,
      userInfo: () => ask('user:info') as Promise<PortalUser>,
      openApp: (app, path) => ask('app:open', pick({ app, path }, ['app', 'path'])) as Promise<{ opened: true }>,
      notify: (notice) => ask('notification:send', pick(notice, ['title', 'text'])) as Promise<{ shown: true }>,
      query: ((wanted?: object) => query(ask, wanted)) as Portal['query'],
      subscribe: subscriptions.add,
      onSignedOut: (handler) => addHandler(signedOut, handler),
      close: link.close,
    };
    resolve(
      session.shake().then(
        () => portal,
        (error) => {
          link.close();
          throw error;
        },
      ),
    );
  });
}
