// The portal's side of the plugin contract 1.1: hello, welcome, ready, identity; then what the page plays and shows.
import type { Fields, Read } from './messages';
import { own, textOf } from './messages';
import { commonChannels, pluginMessage, type PluginMessage } from './plugin-messages';
import type { Desktop, EmbeddedBackend, EmbeddedManifest, Reported } from './types';

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

  constructor(
    private readonly page: EmbeddedManifest,
    private readonly backend: EmbeddedBackend,
    private readonly desktop: Desktop,
    private readonly view: PluginView,
    private readonly post: (message: unknown) => void,
    private readonly report: (code: Reported, channel: string) => void,
  ) {}

  /** Takes a message of the page. */
  receive(read: NonNullable<Read<PluginMessage>>): void {
    if (read.kind === 'refused') return this.refuse(read.code, read.id, read.channel);
    const { event, channel, data, version } = read.message;
    if (event === 'hello') {
      this.version = version;
      this.channels = commonChannels(this.page.channels, own(data, 'channels'));
      this.tell('welcome', { user: this.user(), allowedChannels: this.channels });
    } else if (this.channels.length === 0) {
      this.refuse('handshake_needed', event, channel);
    } else if (!this.channels.includes(channel)) {
      this.refuse('channel_unknown', event, channel);
    } else if (!this.take(read.message)) {
      this.refuse('message_invalid', event, channel);
    }
  }

  /** Plays or pauses. */
  control(command: 'play' | 'pause'): void {
    if (this.channels.includes('video-control')) this.tell('video-control', { command });
  }

  /** The window was put out of sight, or is back. */
  mute(muted: boolean): void {
    if (this.channels.includes('request-mute')) this.tell('request-mute', { muted });
  }

  reset(): void {
    this.generation += 1;
    this.channels = [];
    this.view.titled('');
    this.view.playing(null);
  }

  /** Whether the message is what its channel carries. */
  private take({ event, data }: PluginMessage): boolean {
    if (event === 'share-request') return this.share(data);
    if (event === 'ping') this.tell('pong', {});
    // Older pages ask for their identity by a ping.
    if (event === 'ready' || event === 'ping') void this.injectIdentity();
    if (event === 'ready') this.askForState();
    if (event === 'page-info') this.view.titled(textOf(data, 'title', 200) ?? '');
    if (event === 'playback-status') this.play(data);
    if (event === 'back') this.view.close();
    return true;
  }

  /** A page may have begun before the portal listened. */
  private askForState(): void {
    if (this.channels.includes('page-info')) this.tell('request-page-info', {});
    if (this.channels.includes('playback-status')) this.tell('request-playback-status', {});
  }

  private async injectIdentity(): Promise<void> {
    if (!this.channels.includes('identity-injection')) return;
    const { generation } = this;
    const issued = await this.backend.issueToken().catch(() => null);
    if (!issued || generation !== this.generation) return;
    this.tell('identity-injection', { token: issued.token, expires_at: issued.expires_at, user: this.user() });
  }

  private share(data: Fields): boolean {
    const url = textOf(data, 'url', 2000) ?? '';
    const isOwn = url.startsWith(`${new URL(this.page.url).origin}/`);
    if (isOwn) this.view.share(textOf(data, 'title', 200) ?? this.page.name, url);
    return isOwn;
  }

  private play(data: Fields): void {
    this.view.playing({ isPlaying: own(data, 'isPlaying') === true, title: textOf(data, 'title', 200) ?? '' });
  }

  private user(): Fields | null {
    const viewer = this.page.scopes.includes('user:read') ? this.desktop.viewer() : null;
    return viewer && { ...viewer };
  }

  private refuse(code: Reported, event: string, channel: string): void {
    this.report(code, channel);
    this.tell('refused', { code, event });
  }

  private tell(event: string, data: Fields): void {
    this.post(pluginMessage(event, this.version, data));
  }
}
