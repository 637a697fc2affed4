// The plugin contract 1.1 between the desktop and an embedded page that plays or has steps of its own (interface 2.16),
// pure. docs/embedded-pages.md describes it.
import { isFields, isHarmless, own, PORTAL, textOf, type Fields, type Read } from './messages';

const MAJOR = 1;
const MINOR = 1;

/** The channel of what a page sends. */
const CHANNEL_OF: Readonly<Record<string, string>> = {
  hello: 'handshake',
  ready: 'handshake',
  ping: 'ping',
  'page-info': 'page-info',
  'playback-status': 'playback-status',
  'share-request': 'share-request',
  back: 'back-button',
};

/** All channels of the contract. */
export const PLUGIN_CHANNELS: readonly string[] = [
  'handshake',
  'identity-injection',
  'request-mute',
  'video-control',
  'playback-status',
  'share-request',
  'back-button',
  'page-info',
  'ping',
];

export interface PluginMessage {
  event: string;
  channel: string;
  /** The version that both sides understand. */
  version: string;
  data: Fields;
}

/** Whether something claims to be a message of the contract; the rest is checked when it is read. */
export function isPluginMessage(message: unknown): message is Fields {
  return (
    isFields(message) && typeof own(message, 'event') === 'string' && own(message, 'protocolVersion') !== undefined
  );
}

/** Reads a message that claims to be one of the contract. */
export function readPluginMessage(message: Fields): Read<PluginMessage> {
  const event = textOf(message, 'event', 64) ?? '';
  const version = textOf(message, 'protocolVersion', 16);
  const channel = (Object.prototype.hasOwnProperty.call(CHANNEL_OF, event) && CHANNEL_OF[event]) || '';
  const data = own(message, 'data') ?? {};
  const isPortals = own(message, 'source') === PORTAL;
  if (!isHarmless(message) || !isFields(data) || version === undefined || isPortals)
    return { kind: 'refused', code: 'message_invalid', id: event, channel };
  const common = negotiate(version);
  if (!common) return { kind: 'refused', code: 'version_unsupported', id: event, channel };
  if (channel === '') return { kind: 'refused', code: 'channel_unknown', id: event, channel: event };
  return { kind: 'message', message: { event, channel, version: common, data } };
}

/** The lower of two versions of the same major number; nothing for another one. */
export function negotiate(version: string): string | undefined {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})$/.exec(version) ?? [];
  if (Number(major) !== MAJOR) return undefined;
  return `${MAJOR}.${Math.min(Number(minor), MINOR)}`;
}

/** A message of the portal. */
export function pluginMessage(event: string, version: string, data: Fields): Fields {
  return { source: PORTAL, event, protocolVersion: version, data };
}

/** The channels that both sides know; a page that names none knows all. */
export function commonChannels(allowed: readonly string[], named: unknown): string[] {
  if (!Array.isArray(named)) return [...allowed];
  return allowed.filter((channel) => channel === 'handshake' || named.includes(channel));
}
