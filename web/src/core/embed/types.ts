// What the desktop is told of a page that it embeds. Whoever has pages (integrations, plugins) hands it in.
import type { Frame } from '@/core/live';
import type { RefusalCode, ReportedCode } from '../../../sdk/codes';

/** What a member agrees to. */
export interface Consent {
  origin: string;
  scopes: readonly string[];
}

/** A page to embed. */
export interface EmbeddedManifest {
  /** The name of its app on the desktop. */
  app: string;
  name: string;
  /** Where it is. Its origin is the only one that is heard and spoken to. */
  url: string;
  /** What it may do (interface 5.6). */
  scopes: readonly string[];
  /** The channels of the plugin contract that are open to it. */
  channels: readonly string[];
  /** Who is behind it: real names, as nobody chooses them. */
  madeBy: string;
  approvedBy: string;
  /** Whether the member has agreed to open it as it is now. */
  agreed: boolean;
  /** What the member has agreed to last; null for nothing. */
  agreedTo: Consent | null;
}

/** A token that the page calls the API with. */
export interface IssuedToken {
  token: string;
  scopes: readonly string[];
  expires_at: string;
}

/** An entry of the data behind a page. */
export interface DataEntry {
  key: string;
  value: unknown;
  updated_at: string;
}

/** Why something of a page was refused, for those who run it. */
export type Reported = ReportedCode | 'origin_refused';

/** The server behind a page. */
export interface EmbeddedBackend {
  /** Notes that the member agrees to the page as it was shown; rejects when it is another by now. */
  agree: (shown: EmbeddedManifest) => Promise<void>;
  /** Takes that back. */
  withdraw: () => Promise<void>;
  issueToken: () => Promise<IssuedToken>;
  /** Null for an entry that is not there. */
  findData: (key: string) => Promise<DataEntry | null>;
  listData: (after: string, limit: number) => Promise<{ entries: readonly DataEntry[]; has_more: boolean }>;
  /** Whether an event was published by whoever the page belongs to. */
  publishes: (frame: Frame<'extension_event'>) => boolean;
  /** Tells those who run the page that something was refused. */
  report: (code: Reported, channel: string) => void;
}

/** Who looks at the page. */
export interface Viewer {
  user_id: string;
  real_name: string;
}

/** What the page may do to the desktop. */
export interface Desktop {
  viewer: () => Viewer | null;
  /** Whether the window of the page is the one in front. */
  isInFront: () => boolean;
  /** Answers false for an app that is not there. */
  openApp: (app: string, path: string) => boolean;
  notify: (title: string, text: string) => void;
  /** Waits for the live connection, without which no event comes; goes on after a while all the same. */
  connected: () => Promise<void>;
  /** Calls the handler with events of this name; answers what ends that. */
  listen: (event: string, handler: (payload: unknown, createdAt: string) => void) => () => void;
  /** What a refusal is called, for the people who write the page. */
  say: (code: RefusalCode) => string;
  /** The frame shows another origin now. */
  left: () => void;
}
