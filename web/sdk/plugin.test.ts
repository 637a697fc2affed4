// The plugin contract: its handshake, what the portal sends, and what it refuses.
import { describe, expect, it, vi } from 'vitest';
import { connectPlugin } from './embed';
import { codeOf, PORTAL, useFakePortal } from './testing';
import type { ConnectPluginOptions, PluginPortal } from './types';

const above = useFakePortal();

const WELCOME = {
  user: { user_id: 'u1', real_name: '林小雨' },
  allowedChannels: ['ping', 'page-info', 'video-control'],
};

function say(event: string, data: unknown, more?: object): void {
  above.say({ source: 'classportal', event, protocolVersion: '1.1', data, ...more });
}

async function connected(options?: ConnectPluginOptions, version = '1.1'): Promise<PluginPortal> {
  const promise = connectPlugin({ portal: PORTAL, ...options });
  say('welcome', WELCOME, { protocolVersion: version });
  return above.closing(await promise);
}

describe('the handshake of a plugin', () => {
  it('says hello, waits for the welcome, and says that it is ready', async () => {
    const portal = await connected({ channels: ['ping', 'page-info'], source: 'player' }, '1.0');
    expect(above.sent).toEqual([
      {
        message: {
          source: 'player',
          event: 'hello',
          protocolVersion: '1.1',
          data: { channels: ['ping', 'page-info'] },
        },
        target: PORTAL,
      },
      { message: { source: 'player', event: 'ready', protocolVersion: '1.1', data: {} }, target: PORTAL },
    ]);
    expect(portal).toMatchObject({
      user: WELCOME.user,
      channels: WELCOME.allowedChannels,
      protocolVersion: '1.0',
      identity: null,
    });
  });

  it('names no channels when the page names none, and never takes the word of the portal', async () => {
    await connected({ source: 'classportal' });
    expect(above.of('hello')[0]).toMatchObject({ source: 'page', data: {} });
  });
});

describe('a refused plugin', () => {
  it.each([
    ['1.1', { code: 'scope_missing', event: 'hello' }],
    ['2.0', { code: 'version_unsupported', event: 'hello' }],
    ['2.0', { code: 'version_unsupported' }],
  ])('hears why from a portal of version %s with %j', async (protocolVersion, data) => {
    const refused = codeOf(connectPlugin({ portal: PORTAL }));
    say('refused', data, { protocolVersion });
    expect(await refused).toBe(data.code);
    expect(above.of('ready')).toEqual([]);
  });

  it('gives up when nothing answers in time', async () => {
    const refused = codeOf(connectPlugin({ portal: PORTAL, timeout: 50 }));
    await vi.advanceTimersByTimeAsync(50);
    expect(await refused).toBe('timeout');
  });

  it('needs a portal above the page that it knows', async () => {
    expect(await codeOf(connectPlugin())).toBe('portal_unknown');
    vi.stubGlobal('parent', window);
    expect(await codeOf(connectPlugin({ portal: PORTAL }))).toBe('not_embedded');
  });

  it('is not moved by hostile messages', async () => {
    const welcomed = vi.fn<() => void>();
    const promise = connectPlugin({ portal: PORTAL });
    void promise.then(welcomed);
    const good = { source: 'classportal', event: 'welcome', protocolVersion: '1.1', data: WELCOME };
    above.say(good, { origin: 'https://evil.example' });
    above.say(good, { source: window });
    const fields = [{ source: 'page' }, { source: null }, { protocolVersion: '2.0' }, { protocolVersion: 1.1 }];
    for (const field of fields) above.say({ ...good, ...field });
    for (const event of ['__proto__', 'constructor', '', null, {}, ['welcome']]) above.say({ ...good, event });
    for (const data of [null, 'text', 7, {}, { code: 7 }, { code: null, event: 'hello' }]) say('refused', data);
    for (const data of [null, undefined, 'welcome', [], Object.create(good)]) above.say(data);
    await vi.advanceTimersByTimeAsync(10);
    expect(welcomed).not.toHaveBeenCalled();
    above.say({ ...good, data: null });
    expect(above.closing(await promise)).toMatchObject({ user: null, channels: [] });
  });
});

function fail(): never {
  throw new Error('of the page');
}

describe('what the portal sends to a plugin', () => {
  it('reaches the handlers of the page', async () => {
    const heard: unknown[] = [];
    const portal = await connected({
      onMute: (muted) => heard.push(muted),
      onControl: (control) => heard.push(control),
      onIdentity: (identity) => heard.push(identity.token),
    });
    const identity = { token: 't1', expires_at: '2026-09-01T08:05:00Z', user: WELCOME.user };
    say('identity-injection', identity);
    say('request-mute', { muted: true });
    say('video-control', { command: 'pause' });
    say('video-control', { command: 'seek', value: 12 });
    expect(heard).toEqual(['t1', true, { command: 'pause' }, { command: 'seek', value: 12 }]);
    expect(portal.identity).toEqual(identity);
  });

  it('is answered with what the handlers return', async () => {
    await connected({
      onStatusRequest: () => ({ isPlaying: true, currentTime: 3, duration: Number.NaN }),
      onInfoRequest: () => ({ title: '第一课' }),
    });
    say('request-playback-status', {});
    say('request-page-info', {});
    expect(above.of('playback-status')[0]?.data).toEqual({ isPlaying: true, currentTime: 3 });
    expect(above.of('page-info')[0]?.data).toEqual({ title: '第一课' });
  });

  it('does nothing before the welcome', async () => {
    const heard = vi.fn<(value: unknown) => void>();
    const promise = connectPlugin({ portal: PORTAL, onMute: heard });
    say('request-mute', { muted: true });
    say('welcome', WELCOME);
    above.closing(await promise);
    expect(heard).not.toHaveBeenCalled();
  });

  it('does nothing when it is malformed, when no handler is there, and when the handler throws', async () => {
    const heard = vi.fn<(value: unknown) => void>();
    const handlers = { onMute: heard, onControl: heard, onIdentity: heard, onStatusRequest: fail };
    const portal = await connected(handlers);
    for (const data of [null, {}, { muted: 'true' }, { command: 7 }, { token: 7 }, { token: 't1' }])
      for (const event of ['request-mute', 'video-control', 'identity-injection']) say(event, data);
    say('request-page-info', {});
    say('request-playback-status', {});
    expect(heard).not.toHaveBeenCalled();
    expect(portal.identity).toBeNull();
    expect(above.sent).toHaveLength(2);
    expect(() => vi.runAllTimers()).toThrow('of the page');
  });
});

describe('what a plugin sends', () => {
  it('is an event of its own for each call', async () => {
    const portal = await connected();
    portal.pageInfo({ title: '第一课' });
    portal.playbackStatus({ isPlaying: false, ended: true });
    portal.share({ title: '第一课', url: 'https://tracker.example/1' });
    portal.back();
    const calls = above.sent.slice(2).map(({ message }) => [message.event, message.data]);
    expect(calls).toEqual([
      ['page-info', { title: '第一课' }],
      ['playback-status', { isPlaying: false, ended: true }],
      ['share-request', { title: '第一课', url: 'https://tracker.example/1' }],
      ['back', {}],
    ]);
  });

  it('is answered in its order when it is a ping', async () => {
    const portal = await connected();
    const first = portal.ping();
    const second = codeOf(portal.ping());
    say('pong', {});
    expect(await first).toEqual({ pong: true });
    say('refused', { code: 'rate_limited', event: 'ping' });
    expect(await second).toBe('rate_limited');
    say('pong', {});
  });

  it('is refused once the page has closed', async () => {
    const portal = await connected();
    const waiting = codeOf(portal.ping());
    portal.close();
    expect(await waiting).toBe('closed');
    expect(await codeOf(portal.ping())).toBe('closed');
    expect(() => portal.back()).toThrow('closed');
    expect(vi.getTimerCount()).toBe(0);
  });
});
