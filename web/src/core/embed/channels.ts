// What an embedded page may ask for over the channels of interface 6.5, and what the portal does then.
import type { RefusalCode } from '../../../sdk/codes';
import { newId } from '../ids';
import * as messages from './messages';
import { limiter } from './rate';
import type { Desktop, EmbeddedBackend, EmbeddedManifest } from './types';

const MINUTE_MS = 60_000;
const MAX_EVENTS = 20;
const EVENT_NAME = /^[\w.:-]{1,80}$/;
const APP_NAME = /^[a-z0-9_-]{1,64}$/;
const APP_PATH = /^[\w/%-]{0,200}$/;

type Fields = messages.Fields;
type Handler = (payload: Fields) => Promise<Fields> | Fields;

/** Something that is refused with a code. */
export class Refused extends Error {
  constructor(readonly code: RefusalCode) {
    super(code);
  }
}

/** The channels of one page. Nothing but `ping` is open before the handshake. */
export class Channels {
  /** Whether the page has shaken hands. */
  isKnown = false;

  private session = 0;
  private stopEvents: (() => void)[] = [];
  private readonly mayOpen = limiter(10, MINUTE_MS);
  private readonly mayNotify = limiter(5, MINUTE_MS);
  private readonly handlers: Readonly<Record<string, Handler>> = {
    'handshake:request': () => this.shakeHands(),
    ping: () => ({ pong: true }),
    'user:info': () => ({ ...this.desktop.viewer() }),
    'app:open': (payload) => this.openApp(payload),
    'notification:send': (payload) => this.notify(payload),
    'data:query': (payload) => this.query(payload),
    'event:subscribe': (payload) => this.subscribe(payload),
  };

  constructor(
    private readonly page: EmbeddedManifest,
    private readonly backend: EmbeddedBackend,
    private readonly desktop: Desktop,
    private readonly post: (message: unknown) => void,
  ) {}

  /** Whether the page has a scope; what needs none is open. */
  has(scope: string | null | undefined): boolean {
    return scope === null || this.page.scopes.includes(scope ?? '');
  }

  /** Does what a request asks for and answers its payload; throws `Refused`, or what went wrong. */
  async handle({ channel, payload }: messages.PageRequest): Promise<Fields> {
    const handler = messages.own(this.handlers, channel) as Handler | undefined;
    if (!handler) throw new Refused('channel_unknown');
    if (!this.isKnown && channel !== 'handshake:request' && channel !== 'ping') throw new Refused('handshake_needed');
    if (!this.has(messages.CHANNELS[channel])) throw new Refused('scope_missing');
    return handler(payload);
  }

  /** Whatever was agreed is over. */
  reset(): void {
    this.session += 1;
    this.isKnown = false;
    this.endEvents();
  }

  private async shakeHands(): Promise<Fields> {
    const { session } = this;
    const { token, scopes, expires_at: expiresAt } = await this.backend.issueToken();
    // The document that has asked may be gone, or the member.
    if (session === this.session) this.isKnown = true;
    const user = this.has('user:read') ? this.desktop.viewer() : null;
    const all = Object.entries({ ...messages.CHANNELS, 'handshake:response': null, ...messages.PUSHED });
    const channels = all.filter(([, scope]) => this.has(scope)).map(([channel]) => channel);
    return { user, channels, scopes, token, expires_at: expiresAt };
  }

  private openApp(payload: Fields): Fields {
    const app = messages.textOf(payload, 'app', 64) ?? '';
    const path = optionalText(payload, 'path', 200);
    if (!APP_NAME.test(app) || !APP_PATH.test(path)) throw new Refused('message_invalid');
    if (!this.desktop.isInFront()) throw new Refused('not_in_front');
    if (!this.mayOpen()) throw new Refused('rate_limited');
    if (!this.desktop.openApp(app, path)) throw new Refused('not_found');
    return { opened: true };
  }

  private notify(payload: Fields): Fields {
    const title = messages.textOf(payload, 'title', 200)?.trim() ?? '';
    const text = optionalText(payload, 'text', 800).trim();
    if (title === '' || [...title].length > 80 || [...text].length > 200) throw new Refused('message_invalid');
    if (!this.mayNotify()) throw new Refused('rate_limited');
    this.desktop.notify(title, text);
    return { shown: true };
  }

  private async query(payload: Fields): Promise<Fields> {
    if (messages.own(payload, 'key') !== undefined) {
      const key = messages.textOf(payload, 'key', 100);
      if (!key) throw new Refused('message_invalid');
      return { entry: await this.backend.findData(key) };
    }
    const limit = messages.own(payload, 'limit') ?? 50;
    const isNumber = typeof limit === 'number' && limit >= 1 && limit <= 100;
    if (!isNumber) throw new Refused('message_invalid');
    return { ...(await this.backend.listData(optionalText(payload, 'after', 100), Math.floor(limit))) };
  }

  private async subscribe(payload: Fields): Promise<Fields> {
    const events = messages.own(payload, 'events');
    const isNames = Array.isArray(events) && events.every((name) => typeof name === 'string' && EVENT_NAME.test(name));
    if (!isNames || events.length > MAX_EVENTS) throw new Refused('message_invalid');
    this.endEvents();
    const names = [...new Set(events as string[])];
    this.stopEvents = names.map((event) =>
      this.desktop.listen(event, (inner, createdAt) =>
        this.post(messages.push('event:push', { event, payload: inner, created_at: createdAt }, newId())),
      ),
    );
    await this.desktop.connected();
    return { events: names };
  }

  private endEvents(): void {
    this.stopEvents.forEach((end) => end());
    this.stopEvents = [];
  }
}

/** A text that may be absent. */
function optionalText(payload: Fields, name: string, longest: number): string {
  if (messages.own(payload, name) === undefined) return '';
  const text = messages.textOf(payload, name, longest);
  if (text === undefined) throw new Refused('message_invalid');
  return text;
}
