// The plugin contract 1.1 of section 6: its messages name events and have no ids.
import { call, closed, fail, isObject, isText, openFrame, own, pick, texts, userOf, type Frame } from './frame';
import type { ConnectPluginOptions, PluginIdentity, PluginPortal, PortalError } from './types';

const VERSION = '1.1';

interface Message {
  event: string;
  version: string;
  data: unknown;
}

/** Someone who waits for the answer to an event. */
interface Waiting {
  event: string;
  resolve(message: Message): void;
  reject(error: PortalError): void;
  timer: number;
}

interface Talk {
  send(event: string, data?: object): void;
  /** Sends an event and waits for what the portal answers to it. */
  ask(event: string, data?: object): Promise<Message>;
  close(): void;
}

/** Which event an answer answers. */
function answered(event: string): string {
  if (event === 'welcome') return 'hello';
  return event === 'pong' ? 'ping' : '';
}

function read(received: unknown): Message | null {
  const event = own(received, 'event');
  const version = own(received, 'protocolVersion');
  if (own(received, 'source') !== 'classportal' || !isText(event) || !isText(version)) return null;
  // A portal of another major version may say so, and nothing else.
  if (event !== 'refused' && !/^1\.\d+$/.test(version)) return null;
  return { event, version, data: own(received, 'data') };
}

function openTalk(options: ConnectPluginOptions, receive: (message: Message) => void): Talk {
  let waiting: Waiting[] = [];
  const source = options.source && options.source !== 'classportal' ? options.source : 'page';
  const frame: Frame = openFrame(options, (received) => {
    const message = read(received);
    if (!message) return;
    const about = own(message.data, 'event');
    const code = own(message.data, 'code');
    if (message.event !== 'refused') {
      const found = take(answered(message.event));
      if (found) found.resolve(message);
      else receive(message);
    } else if (isText(code)) reject(isText(about) ? about : 'hello', fail(code, 'The portal refused: ' + code));
  });

  /** Ends the longest waiting for an answer to this event. */
  function take(event: string): Waiting | undefined {
    const found = waiting.filter((one) => one.event === event)[0];
    if (found) clearTimeout(found.timer);
    waiting = waiting.filter((one) => one !== found);
    return found;
  }

  function reject(event: string, error: PortalError): void {
    const found = take(event);
    if (found) found.reject(error);
  }

  function send(event: string, data?: object): void {
    frame.post({ source, event, protocolVersion: VERSION, data: data || {} });
  }

  function ask(event: string, data?: object): Promise<Message> {
    return new Promise((resolve, refuse) => {
      send(event, data);
      const timer = window.setTimeout(() => {
        // All wait equally long, so the longest waiting is this one.
        reject(event, fail('timeout', 'The portal did not answer to ' + event + ' in time.'));
      }, frame.timeout);
      waiting.push({ event, resolve, reject: refuse, timer });
    });
  }

  function close(): void {
    frame.close();
    waiting.slice().forEach((one) => reject(one.event, closed()));
  }

  return { send, ask, close };
}

function identityOf(data: unknown): PluginIdentity | null {
  const token = own(data, 'token');
  const expiresAt = own(data, 'expires_at');
  return isText(token) && isText(expiresAt) ? { token, expires_at: expiresAt, user: userOf(own(data, 'user')) } : null;
}

/** What the portal sends by itself goes to the handlers of the page. */
function dispatch(message: Message, portal: PluginPortal, options: ConnectPluginOptions): void {
  const event = message.event;
  if (event === 'identity-injection') {
    const identity = identityOf(message.data);
    if (!identity) return;
    portal.identity = identity;
    call(options.onIdentity, identity);
  } else if (event === 'request-mute') {
    const muted = own(message.data, 'muted');
    if (typeof muted === 'boolean') call(options.onMute, muted);
  } else if (event === 'video-control') {
    const command = own(message.data, 'command');
    const value = own(message.data, 'value');
    if (isText(command)) call(options.onControl, typeof value === 'number' ? { command, value } : { command });
  } else if (event === 'request-playback-status') {
    const status = call(options.onStatusRequest, undefined);
    if (isObject(status)) portal.playbackStatus(status);
  } else if (event === 'request-page-info') {
    const info = call(options.onInfoRequest, undefined);
    if (isObject(info)) portal.pageInfo(info);
  }
}

/** Connects a page that plays or has steps of its own: the plugin contract 1.1. */
export function connectPlugin(options?: ConnectPluginOptions): Promise<PluginPortal> {
  // What is thrown in here rejects the promise.
  return new Promise((resolve) => {
    const given: ConnectPluginOptions = options || {};
    let isWelcome = false;
    const talk = openTalk(given, (message) => {
      if (isWelcome) dispatch(message, portal, given);
    });
    const portal: PluginPortal = {
      user: null,
      channels: [],
      protocolVersion: VERSION,
      identity: null,
      pageInfo: (info) => talk.send('page-info', pick(info, ['title'])),
      playbackStatus: (status) =>
        talk.send('playback-status', pick(status, ['isPlaying', 'ended', 'currentTime', 'duration', 'title'])),
      share: (link) => talk.send('share-request', pick(link, ['title', 'url'])),
      back: () => talk.send('back'),
      ping: () => talk.ask('ping').then(() => ({ pong: true as const })),
      close: talk.close,
    };
    const hello = talk.ask('hello', given.channels ? { channels: texts(given.channels) } : {});
    resolve(
      hello.then(
        (welcome) => {
          isWelcome = true;
          portal.user = userOf(own(welcome.data, 'user'));
          portal.channels = texts(own(welcome.data, 'allowedChannels'));
          portal.protocolVersion = welcome.version;
          talk.send('ready');
          return portal;
        },
        (error) => {
          talk.close();
          throw error;
        },
      ),
    );
  });
}
