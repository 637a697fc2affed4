// The portal's side of an embedded page: takes messages from the one window and origin that are the page's, has them
// handled, and answers. Whatever is refused is answered with a code and reported to those who run the page.
import { asFailure } from '@/api/failure';
import { isReported, type RefusalCode } from '../../../sdk/codes';
import { newId } from '../ids';
import { Channels, Refused } from './channels';
import * as messages from './messages';
import { isPluginMessage, readPluginMessage } from './plugin-messages';
import { PluginSession, type PluginView } from './plugin-session';
import { limiter } from './rate';
import type { Desktop, EmbeddedBackend, EmbeddedManifest, Reported } from './types';

const MAX_MESSAGES = 60;
const MESSAGES_MS = 10_000;
/** The same refusal is reported once within. */
const REPORT_MS = 10_000;
/** A page that makes names up must not fill the memory. */
const MAX_REPORTED = 50;

function codeOf(cause: unknown): RefusalCode {
  if (cause instanceof Refused) return cause.code;
  return asFailure(cause).status === 429 ? 'rate_limited' : 'failed';
}

/** Hosts a page in a frame, from the mounting of the frame to its end. */
export class EmbeddedHost {
  readonly plugin: PluginSession;

  private readonly origin: string;
  private readonly channels: Channels;
  private readonly maySend = limiter(MAX_MESSAGES, MESSAGES_MS);
  private readonly mayRefuse = limiter(MAX_MESSAGES, MESSAGES_MS);
  private readonly reported = new Map<string, () => boolean>();
  /** Whether anything was heard of the page since the last reset. */
  isHeard = false;

  /** Whether a handshake or a hello has come since the frame has loaded a document. */
  private hasGreeted = false;
  /** Grows when the frame shows another document: it gets no answers of the one before. */
  private generation = 0;

  constructor(
    page: EmbeddedManifest,
    private readonly backend: EmbeddedBackend,
    private readonly desktop: Desktop,
    view: PluginView,
    /** The window of the frame, as long as there is one. */
    private readonly frame: () => Window | null,
  ) {
    this.origin = new URL(page.url).origin;
    this.channels = new Channels(page, backend, desktop, this.post);
    this.plugin = new PluginSession(page, backend, desktop, view, this.post, this.report);
  }

  /** Takes a message of the browser, of whatever window. */
  readonly receive = ({ source, origin, data }: MessageEvent): void => {
    if (!source || source !== this.frame()) return;
    if (origin !== this.origin) {
      this.report('origin_refused', '');
      this.reset();
      this.desktop.left();
      return;
    }
    this.isHeard = true;
    if (messages.isRequest(data)) this.takeRequest(data);
    else if (isPluginMessage(data) && this.admit('')) this.takePluginMessage(data);
  };

  /**
   * The frame has loaded a document. One that has greeted may have done so before that; with one that has not, whatever
   * was agreed with the document before is over. A document that renews its token and is then followed by another of the
   * same origin hands its session on, which tells nobody anything new.
   */
  loaded(): void {
    if (!this.hasGreeted) this.reset();
    this.hasGreeted = false;
  }

  /** Whatever was agreed is over. */
  reset(): void {
    this.generation += 1;
    this.isHeard = false;
    this.channels.reset();
    this.plugin.reset();
  }

  /** The member signs out. */
  signedOut(): void {
    const isTold = this.channels.isKnown && this.channels.has('user:read');
    if (isTold) this.post(messages.push('user:signed-out', {}, newId()));
    this.reset();
  }

  /** Whether one more message is read. One too many costs nothing but its refusal, and those are as few. */
  private admit(id: string): boolean {
    if (this.maySend()) return true;
    if (this.mayRefuse()) this.refuse(id, '', new Refused('rate_limited'));
    return false;
  }

  private takeRequest(data: messages.Fields): void {
    if (!this.admit(messages.textOf(data, 'id', 64) ?? '')) return;
    const read = messages.readRequest(data);
    if (read.kind === 'refused') return this.refuse(read.id, read.channel, new Refused(read.code));
    if (read.message.channel === 'handshake:request') this.hasGreeted = true;
    this.answer(read.message);
  }

  private takePluginMessage(data: messages.Fields): void {
    const read = readPluginMessage(data);
    if (read.kind === 'message' && read.message.event === 'hello') this.hasGreeted = true;
    this.plugin.receive(read);
  }

  private answer(request: messages.PageRequest): void {
    const { generation } = this;
    this.channels.handle(request).then(
      (payload) => {
        if (generation === this.generation) this.post(messages.answer(request, payload, newId()));
      },
      (cause: unknown) => {
        if (generation === this.generation) this.refuse(request.id, request.channel, cause);
      },
    );
  }

  private refuse(id: string, channel: string, cause: unknown): void {
    const code = codeOf(cause);
    // What went wrong on the way to the server says so itself.
    const words = !(cause instanceof Refused) && cause instanceof Error ? cause.message : '';
    if (isReported(code)) this.report(code, channel);
    if (id !== '') this.post(messages.refusal(id, channel, code, words || this.desktop.say(code), newId()));
  }

  private readonly post = (message: unknown): void => this.frame()?.postMessage(message, this.origin);

  private readonly report = (code: Reported, channel: string): void => {
    const key = `${code} ${channel}`;
    if (!this.reported.has(key) && this.reported.size < MAX_REPORTED) this.reported.set(key, limiter(1, REPORT_MS));
    if (this.reported.get(key)?.()) this.backend.report(code, channel);
  };
}
