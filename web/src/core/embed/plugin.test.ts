// The plugin contract 1.1, as the desktop keeps it.
import { describe, expect, it, vi } from 'vitest';
import { negotiate, PLUGIN_CHANNELS } from './plugin-messages';
import { hosted } from './testing';

describe('versions', () => {
  it('of the same major number understand each other at the lower minor one', () => {
    expect(negotiate('1.1')).toBe('1.1');
    expect(negotiate('1.0')).toBe('1.0');
    expect(negotiate('1.9')).toBe('1.1');
    for (const version of ['2.0', '0.9', '1', '1.', '1.1.1', 'x', '', '1.12345'])
      expect(negotiate(version)).toBeUndefined();
  });
});

describe('a page', () => {
  it('says hello, is welcomed with what both can do, and gets its identity when it is ready', async () => {
    const { tell, heard } = hosted();
    tell('hello', { channels: ['ping', 'identity-injection', 'no-such'] }, '1.4');
    expect(heard[0]).toEqual({
      source: 'classportal',
      event: 'welcome',
      protocolVersion: '1.1',
      data: {
        user: { user_id: '260101', real_name: '林知夏' },
        allowedChannels: ['handshake', 'identity-injection', 'ping'],
      },
    });
    tell('ready');
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect(heard[1]).toMatchObject({
      event: 'identity-injection',
      data: { token: 'page_1', user: { user_id: '260101', real_name: '林知夏' } },
    });
  });

  it('that names no channels knows all, and without the scope nobody', () => {
    const { tell, heard } = hosted([]);
    tell('hello');
    expect(heard[0]?.data).toEqual({ user: null, allowedChannels: PLUGIN_CHANNELS });
  });

  it('is refused before hello, on other channels, with other versions and unknown events', () => {
    const { tell, heard, view, backend } = hosted();
    tell('page-info', { title: 'x' });
    tell('hello', {}, '2.0');
    tell('hello', { channels: ['ping'] });
    tell('page-info', { title: 'x' });
    tell('video-control', { command: 'play' });
    tell('toString');
    const refused = heard.filter(({ event }) => event === 'refused').map(({ data }) => data);
    expect(refused).toEqual([
      { code: 'handshake_needed', event: 'page-info' },
      { code: 'version_unsupported', event: 'hello' },
      { code: 'channel_unknown', event: 'page-info' },
      { code: 'channel_unknown', event: 'video-control' },
      { code: 'channel_unknown', event: 'toString' },
    ]);
    expect(view.titled).not.toHaveBeenCalled();
    expect(backend.report).toHaveBeenCalled();
  });

  it('shows what it plays, is played and muted, and closes', () => {
    const { host, tell, heard, view } = hosted();
    tell('hello');
    tell('page-info', { title: '物理' });
    tell('playback-status', { isPlaying: true, title: '牛顿' });
    expect(view.titled).toHaveBeenLastCalledWith('物理');
    expect(view.playing).toHaveBeenLastCalledWith({ isPlaying: true, title: '牛顿' });
    host.plugin.control('pause');
    host.plugin.mute(true);
    expect(heard.slice(-2)).toMatchObject([
      { event: 'video-control', data: { command: 'pause' } },
      { event: 'request-mute', data: { muted: true } },
    ]);
    tell('back');
    expect(view.close).toHaveBeenCalledTimes(1);
  });

  it('that may have begun already is asked what it shows when it is ready', () => {
    const { tell, heard } = hosted();
    tell('hello', { channels: ['page-info'] });
    tell('ready');
    tell('hello', { channels: ['playback-status'] });
    tell('ready');
    expect(heard.map(({ event }) => event)).toEqual([
      'welcome',
      'request-page-info',
      'welcome',
      'request-playback-status',
    ]);
  });

  it('is told that it is out of sight when it comes later', () => {
    const { host, tell, heard } = hosted();
    host.plugin.mute(true);
    tell('hello');
    expect(heard.map(({ event }) => event)).toEqual(['welcome', 'request-mute']);
  });

  it('is given the same token for pings as long as that holds', async () => {
    const { tell, heard } = hosted();
    tell('hello');
    for (let i = 0; i < 3; i++) {
      tell('ping');
      await vi.waitFor(() => expect(heard.filter(({ event }) => event === 'identity-injection')).toHaveLength(i + 1));
    }
    const tokens = heard.filter(({ event }) => event === 'identity-injection').map(({ data }) => data?.token);
    expect(new Set(tokens).size).toBe(1);
  });

  it('shares a link only while it is in front, and three times a minute', () => {
    let front = false;
    const { tell, heard, view } = hosted(undefined, { isInFront: () => front });
    const ask = (): void => tell('share-request', { url: 'https://tracker.example/v/1' });
    tell('hello');
    ask();
    front = true;
    for (let i = 0; i < 4; i++) ask();
    expect(view.share).toHaveBeenCalledTimes(3);
    const codes = heard.filter(({ event }) => event === 'refused').map(({ data }) => data?.code);
    expect(codes).toEqual(['not_in_front', 'rate_limited']);
  });

  it('shares links of its own origin alone', () => {
    const { tell, heard, view } = hosted();
    tell('hello');
    tell('share-request', { title: '物理', url: 'https://tracker.example/v/1' });
    expect(view.share).toHaveBeenCalledWith('物理', 'https://tracker.example/v/1');
    const others = ['https://evil.example/', 'https://tracker.example.evil.example/', 'javascript:alert(1)', '', 1];
    for (const url of others) tell('share-request', { url });
    expect(view.share).toHaveBeenCalledTimes(1);
    expect(heard.filter(({ event }) => event === 'refused')).toHaveLength(others.length);
  });

  it('gets no control and no identity that it has not said it knows, nor after its document is gone', async () => {
    const { host, tell, heard } = hosted();
    tell('hello', { channels: ['identity-injection'] });
    host.plugin.control('play');
    host.plugin.mute(true);
    tell('ready');
    host.reset();
    for (let i = 0; i < 20; i++) await Promise.resolve();
    expect(heard.map(({ event }) => event)).toEqual(['welcome']);
  });
});
