// A page, a server and a desktop for the tests of embedded pages.
import { vi } from 'vitest';
import { EmbeddedHost } from './host';
import type { Fields } from './messages';
import { PLUGIN_CHANNELS } from './plugin-messages';
import type { Desktop, EmbeddedBackend, EmbeddedManifest } from './types';

export const ORIGIN = 'https://tracker.example';
export const ALL = ['user:read', 'data:read', 'app:write', 'notification:write'];

export function manifest(scopes: readonly string[] = ALL): EmbeddedManifest {
  return {
    app: 'page-1',
    name: '作业追踪',
    url: `${ORIGIN}/portal`,
    scopes,
    channels: PLUGIN_CHANNELS,
    madeBy: '小明',
    approvedBy: '王老师',
    agreed: true,
    agreedTo: { origin: ORIGIN, scopes },
  };
}

interface Sent extends Fields {
  kind?: string;
  channel?: string;
  event?: string;
  payload?: Fields;
  data?: Fields;
  error?: { code: string };
}

/** When tokens end: in the five minutes that they hold. */
export const EXPIRES = new Date(Date.now() + 300_000).toISOString();

interface Overrides {
  issueToken?: EmbeddedBackend['issueToken'];
  isInFront?: Desktop['isInFront'];
}

/** A host with a page in its frame; `say` posts as the page does, `heard` is what the page was sent. */
// oxlint-disable-next-line explicit-module-boundary-types -- the functions of vitest are typed best as they are
export function hosted(scopes: readonly string[] = ALL, more: Overrides = {}) {
  const heard: Sent[] = [];
  const frame = {
    postMessage: (message: Sent, origin: string) => {
      if (origin !== ORIGIN) throw new Error(`posted to ${origin}`);
      heard.push(message);
    },
  } as unknown as Window;
  let last = 0;
  const backend = {
    agree: vi.fn(),
    withdraw: vi.fn(),
    issueToken:
      more.issueToken ??
      (() => Promise.resolve({ token: `page_${++last}`, scopes: ['data:read'], expires_at: EXPIRES })),
    findData: vi.fn(() => Promise.resolve(null)),
    listData: vi.fn(() => Promise.resolve({ entries: [], has_more: false })),
    publishes: () => true,
    report: vi.fn(),
  };
  const listeners = new Map<string, (payload: unknown, at: string) => void>();
  const desktop = {
    viewer: () => ({ user_id: '260101', real_name: '林知夏' }),
    isInFront: more.isInFront ?? (() => true),
    openApp: vi.fn(() => true),
    notify: vi.fn(),
    connected: () => Promise.resolve(),
    listen: (event: string, handler: (payload: unknown, at: string) => void) => {
      listeners.set(event, handler);
      return () => listeners.delete(event);
    },
    say: (code: string) => `said ${code}`,
    left: vi.fn(),
  };
  const view = { titled: vi.fn(), playing: vi.fn(), share: vi.fn(), close: vi.fn() };
  const host = new EmbeddedHost(manifest(scopes), backend, desktop, view, () => frame);
  const say = (data: unknown, { origin = ORIGIN, source = frame }: { origin?: string; source?: unknown } = {}): void =>
    host.receive({ data, origin, source } as MessageEvent);

  let id = 0;
  /** Posts a request and answers what comes back. */
  async function ask(channel: string, payload: unknown = {}, envelope: Fields = {}): Promise<Sent | undefined> {
    const own = `r${++id}`;
    const type = 'classportal-integration';
    say({ v: '1.0', type, id: own, kind: 'request', channel, payload, timestamp: 0, ...envelope });
    await vi.waitFor(() => heard.some(({ requestId }) => requestId === own) || Promise.reject(new Error('no answer')), {
      interval: 1,
    });
    return heard.find(({ requestId }) => requestId === own);
  }
  /** The code of a refusal, or the payload of an answer. */
  async function outcome(channel: string, payload?: unknown, envelope?: Fields): Promise<unknown> {
    const answer = await ask(channel, payload, envelope);
    return answer?.kind === 'error' ? answer.error?.code : answer?.payload;
  }
  const tell = (event: string, data: Fields = {}, protocolVersion = '1.1'): void =>
    say({ source: 'page', event, protocolVersion, data });
  return { host, heard, say, ask, outcome, tell, backend, desktop, view, listeners, frame };
}
