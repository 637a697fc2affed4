// The types of the SDK. The build puts them into embed.d.ts, so their comments are written for authors of pages.

import type { RefusalCode } from './codes';

/** Why the portal or the SDK refused something. A newer portal may know more codes. */
export type PortalErrorCode =
  | RefusalCode
  // From the SDK: no origin of a portal is known; the page is in no frame; no answer came in time; `close` was
  // called; `fetch` was given something else than a path of the portal.
  | 'portal_unknown'
  | 'not_embedded'
  | 'timeout'
  | 'closed'
  | 'path_invalid'
  | (string & {});

/** What a refused call rejects with. */
export interface PortalError extends Error {
  code: PortalErrorCode;
}

export interface ConnectOptions {
  /** Origin of the portal, such as `http://192.168.1.5:9001`. Without it: where the SDK was loaded from. */
  portal?: string;
  /** Milliseconds to wait for each answer; 10,000 without it. */
  timeout?: number;
}

/** The member who looks at the page. */
export interface PortalUser {
  user_id: string;
  real_name: string;
}

/** A token for the page in the name of the member; see section 4 of the documentation. */
export interface PageToken {
  token: string;
  /** ISO 8601, by the clock of the server. */
  expires_at: string;
  scopes: string[];
}

/** An entry of the data of the integration. */
export interface DataEntry {
  key: string;
  value: unknown;
  updated_at: string;
}

export interface DataPage {
  entries: DataEntry[];
  /** Whether there are more; ask with `after` and the last key. */
  has_more: boolean;
}

/** A custom event of the integration. */
export interface PortalEvent {
  event: string;
  payload: unknown;
  created_at: string;
}

export interface Portal {
  /** The member, or `null` without the scope `user:read`. */
  user: PortalUser | null;
  /** The channels that are open to the page. */
  channels: string[];
  /** The token of the page; a new one when less than a minute is left. */
  token(): Promise<PageToken>;
  /**
   * `window.fetch` of a path of the portal, such as `/api/countdown`, with the token. After a 401 it asks once more
   * with a new token. It never sends cookies and follows no redirects.
   */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  ping(): Promise<{ pong: true }>;
  /** Needs `user:read`. */
  userInfo(): Promise<PortalUser>;
  /** Opens an app of the desktop, such as `chat`, while the page is in front. Needs `app:write`. */
  openApp(app: string, path?: string): Promise<{ opened: true }>;
  /** Shows a notice to the member on this device. Needs `notification:write`. */
  notify(notice: { title: string; text?: string }): Promise<{ shown: true }>;
  /** One entry, or `null` when there is none of this key. Needs `data:read`. */
  query(options: { key: string }): Promise<DataEntry | null>;
  /** The entries in the order of their keys. Needs `data:read`. */
  query(options?: { after?: string; limit?: number }): Promise<DataPage>;
  /**
   * Calls the handler for each of these custom events. Several subscriptions go side by side. Answers a function
   * that ends this one. Needs `data:read`.
   */
  subscribe(events: string[], handler: (event: PortalEvent) => void): Promise<() => void>;
  /** Calls the handler when the member signs out. Answers a function that ends it. Needs `user:read`. */
  onSignedOut(handler: () => void): () => void;
  /** Stops listening. What waits for an answer, and what is called afterwards, is refused with `closed`. */
  close(): void;
}

/** What a page can do in the plugin contract. */
export type PluginChannel =
  | 'handshake'
  | 'identity-injection'
  | 'ping'
  | 'page-info'
  | 'playback-status'
  | 'video-control'
  | 'request-mute'
  | 'share-request'
  | 'back-button'
  | (string & {});

export interface PageInfo {
  /** Stands in the bar of the window, beside the address of the page. */
  title: string;
}

export interface PlaybackStatus {
  isPlaying: boolean;
  ended?: boolean;
  /** Seconds. */
  currentTime?: number;
  /** Seconds. */
  duration?: number;
  title?: string;
}

export interface VideoControl {
  /** `play`, `pause` or `seek`. */
  command: 'play' | 'pause' | 'seek' | (string & {});
  /** For `seek`: seconds. */
  value?: number;
}

export interface PluginIdentity {
  token: string;
  expires_at: string;
  user: PortalUser | null;
}

export interface ConnectPluginOptions extends ConnectOptions {
  /** The page's own word in its messages, `page` without it; never `classportal`. */
  source?: string;
  /** What the page can do; without it everything. */
  channels?: PluginChannel[];
  /** The page was put out of sight (`true`) or is back (`false`). */
  onMute?: (muted: boolean) => void;
  onControl?: (control: VideoControl) => void;
  /** The portal asks for the status; what the handler returns is sent. */
  onStatusRequest?: () => PlaybackStatus | null | undefined | void;
  /** The portal asks for the title; what the handler returns is sent. */
  onInfoRequest?: () => PageInfo | null | undefined | void;
  /** A token came. */
  onIdentity?: (identity: PluginIdentity) => void;
}

export interface PluginPortal {
  user: PortalUser | null;
  /** What both the page and the portal can do. */
  channels: PluginChannel[];
  /** The version that counts between the two. */
  protocolVersion: string;
  /** The latest token, or `null` before the first. */
  identity: PluginIdentity | null;
  pageInfo(info: PageInfo): void;
  playbackStatus(status: PlaybackStatus): void;
  /** Lets the member copy the link; `url` has to be of the page's own origin. */
  share(link: { title: string; url: string }): void;
  /** Closes the page. */
  back(): void;
  ping(): Promise<{ pong: true }>;
  /** Stops listening. What waits for an answer, and what is called afterwards, is refused with `closed`. */
  close(): void;
}
