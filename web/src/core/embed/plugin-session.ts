// The portal's side of the plugin contract 1.1: hello, welcome, ready, identity; then what the page plays and shows.
import { isReported, type RefusalCode } from '../../../sdk/codes';
import type { Fields, Read } from './messages';
import { own, textOf } from './messages';
import { commonChannels, pluginMessage, type PluginMessage } from './plugin-messages';
import { limiter } from './rate';
import type { Desktop, EmbeddedBackend, EmbeddedManifest, IssuedToken, Reported } from './types';
import { serverNow } from '../time';

const MINUTE_MS = 60_000;

/** What a page says that it plays. */
export interface Playback {
  isPlaying: boolean;
  title: string;
}

/** What the window of the page shows of it. */
export interface PluginView {
  titled: (title: string) => void;
  playing: (playback: Playback | null) => void;
  /** The member may copy a link of the page. */
  share: (title: string, url: string) => void;
  close: () => void;
}

/** A session of one document, which begins with its `hello`. */
export class PluginSession {
  /** Empty until `hello`. */
  private channels: readonly string[] = [];
  private version = '1.1';
  private generation = 0;
  private isMuted = false;
  private issued: IssuedToken | null = null;
  private readonly mayShare = limiter(3, MINUTE_MS);

  constructor(
    private readonly page: EmbeddedManifest,
    private readonly backend: EmbeddedBackend,
    private readonly desktop: Desktop,
    private readonly view: PluginView,
    private readonly post: (message: unknown) => void,
    private readonly report: (code: Reported, channel: string) => void,
  ) {}

  /** Takes a message of the page. */
  receive(read: Read<PluginMessage>): void {
    if (read.kind === 'refused') return this.refuse(read.code, read.id, read.channel);
    const { event, channel, data, version } = read.message;
    if (event === 'hello') {
      this.version = version;
      this.channels = commonChannels(this.page.channels, own(data, 'channels'));
      this.tell('welcome', { user: this.user(), allowedChannels: this.channels });
      if (this.isMuted) this.mute(true);
    } else if (this.channels.length === 0) {
      this.refuse('handshake_needed', event, channel);
    } else if (!this.channels.includes(channel)) {
      this.refuse('channel_unknown', event, channel);
    } else {
      const refusal = this.take(read.message);
      if (refusal) this.refuse(refusal, event, channel);
    }
  }

  /** Plays or pauses. */
  control(command: 'play' | 'pause'): void {
    if (this.channels.includes('video-control')) this.tell('video-control', { command });
  }

  /** The window was put out of sight, or is back. */
  mute(muted: boolean): void {
    this.isMuted = muted;
    if (this.channels.includes('request-mute')) this.tell('request-mute', { muted });
  }

  reset(): void {
    this.generation += 1;
    this.channels = [];
    this.issued = null;
    this.view.titled('');
    this.view.playing(null);
  }

  /** Why the message is refused, if it is. */
  private take({ event, data }: PluginMessage): RefusalCode | null {
    if (event === 'share-request') return this.share(data);
    if (event === 'ping') this.tell('pong', {});
    // Older pages ask for their identity by a ping.
    if (event === 'ready' || event === 'ping') void this.injectIdentity();
    if (event === 'ready') this.askForState();
    if (event === 'page-info') this.view.titled(textOf(data, 'title', 200) ?? '');
    if (event === 'playback-status') this.play(data);
    if (event === 'back') this.view.close();
    return null;
  }

  /** A page may have begun before the portal listened. */
  private askForState(): void {
    if (this.channels.includes('page-info')) this.tell('request-page-info', {});
    if (this.channels.includes('playback-status')) this.tell('request-playback-status', {});
  }

  private async injectIdentity(): Promise<void> {
    if (!this.channels.includes('identity-injection')) return;
    const { generation } = this;
    const isFresh = this.issued !== null && Date.parse(this.issued.expires_at) - serverNow() > MINUTE_MS;
    const issued = isFresh ? this.issued : await this.backend.issueToken().catch(() => null);
    if (!issued || generation !== this.generation) return;
    this.issued = issued;
    this.tell('identity-injection', { token: issued.token, expires_at: issued.expires_at, user: this.user() });
  }

  /** A dialog over the desktop: only for a page that the member looks at, and not again and again. */
  private share(data: Fields): RefusalCode | null {
    const url = textOf(data, 'url', 2000) ?? '';
    if (!url.startsWith(`${new URL(this.page.url).origin}/`)) return 'message_invalid';
    if (!this.desktop.isInFront()) return 'not_in_front';
    if (!this.mayShare()) return 'rate_limited';
    this.view.share(textOf(data, 'title', 200) ?? this.page.name, url);
    return null;
  }

  private play(data: Fields): void {
    this.view.playing({ isPlaying: own(data, 'isPlaying') === true, title: textOf(data, 'title', 200) ?? '' });
  }

  private user(): Fields | null {
    const viewer = this.page.scopes.includes('user:read') ? this.desktop.viewer() : null;
    return viewer && { ...viewer };
  }

  private refuse(code: RefusalCode, event: string, channel: string): void {
    if (isReported(code)) this.report(code, channel);
    this.tell('refused', { code, event });
  }

  private tell(event: string, data: Fields): void {
    this.post(pluginMessage(event, this.version, data));
  }
}
