// Messages of an embedded page, as the desktop takes them.
import { describe, expect, it } from 'vitest';
import { ApiFailure } from '@/api/failure';
import { EXPIRES, hosted } from './testing';

const PING = { v: '1.0', type: 'classportal-integration', id: 'x', kind: 'request', channel: 'ping', payload: {} };
/** Whatever waits for answers that are there has gone on. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

describe('a message', () => {
  it('is heard from the window of the frame alone', async () => {
    const { say, heard, desktop, backend } = hosted();
    say(PING, { source: {} });
    say(PING, { source: null });
    await settled();
    expect(heard).toEqual([]);
    expect(desktop.left).not.toHaveBeenCalled();
    expect(backend.report).not.toHaveBeenCalled();
  });

  it('of another origin takes the page down, and nothing is said to that origin', async () => {
    const { say, ask, heard, desktop, backend } = hosted();
    await ask('handshake:request');
    const before = heard.length;
    say(PING, { origin: 'https://tracker.example.evil.example' });
    say(PING, { origin: 'null' });
    await settled();
    expect(heard.length).toBe(before);
    expect(desktop.left).toHaveBeenCalledTimes(2);
    expect(backend.report).toHaveBeenCalledWith('origin_refused', '');
  });

  it('that is none of the protocol is passed over', async () => {
    const { say, heard, backend } = hosted();
    for (const data of [null, 1, 'ping', [], {}, { type: 'webpackOk' }, { event: 'hello' }, undefined]) say(data);
    await settled();
    expect(heard).toEqual([]);
    expect(backend.report).not.toHaveBeenCalled();
  });

  it('that is not well-formed is refused', async () => {
    const { outcome } = hosted();
    await outcome('handshake:request');
    const proto: unknown = JSON.parse('{"__proto__": {"polluted": 1}}');
    const deep = Array.from({ length: 20 }).reduce<unknown>((inner) => [inner], 1);
    const wide = Array.from({ length: 12 }).reduce<unknown>((inner) => [inner, inner, inner], 1);
    const sparse: unknown[] = [];
    sparse.length = 4_000_000_000;
    expect(await outcome('ping', { sparse })).toBe('message_invalid');
    expect(await outcome('ping', { many: Array.from({ length: 20_000 }, () => 1) })).toBe('message_invalid');
    for (const payload of [proto, { constructor: 1 }, { a: deep }, { a: wide }, { a: 'x'.repeat(70_000) }, 'text', []])
      expect(await outcome('ping', payload)).toBe('message_invalid');
    expect(await outcome('ping', {}, { kind: 'response' })).toBe('message_invalid');
    expect(await outcome('ping', {}, { v: 1 })).toBe('message_invalid');
    expect(await outcome('ping', {}, { source: 'classportal' }), 'in the name of the portal').toBe('message_invalid');
    expect(await outcome('ping', {}, { v: '2.0' })).toBe('version_unsupported');
    expect(await outcome('ping', {}, { v: '1.7' })).toEqual({ pong: true });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('is one of sixty in ten seconds', async () => {
    const { outcome, backend, heard, say } = hosted();
    const all = await Promise.all(Array.from({ length: 65 }, () => outcome('ping')));
    expect(all.filter((answer) => answer === 'rate_limited')).toHaveLength(5);
    expect(backend.report).toHaveBeenCalledTimes(1);
    const before = heard.length;
    for (let i = 0; i < 200; i++) say({ ...PING, id: `y${i}`, v: i % 2 ? '1.0' : 1 });
    await settled();
    expect(heard.length - before, 'refusals, before there is silence').toBe(55);
  });

  it('that is refused is reported once in a while, and never grows the memory without end', async () => {
    const { outcome, backend } = hosted();
    for (let i = 0; i < 3; i++) await outcome('no:such');
    expect(backend.report).toHaveBeenCalledTimes(1);
    expect(backend.report).toHaveBeenCalledWith('channel_unknown', 'no:such');
    for (let i = 0; i < 55; i++) await outcome(`no:such${i}`);
    expect(backend.report.mock.calls.length).toBeLessThanOrEqual(50);
  });
});

describe('the handshake', () => {
  it('comes first, and tells who is there, what is open and a token', async () => {
    const { ask, outcome } = hosted(['user:read', 'data:read']);
    expect(await outcome('data:query', { key: 'a' })).toBe('handshake_needed');
    const answer = await ask('handshake:request');
    expect(answer).toMatchObject({ channel: 'handshake:response', source: 'classportal', v: '1.0', error: null });
    expect(answer?.payload).toEqual({
      user: { user_id: '260101', real_name: '林知夏' },
      channels: [
        'handshake:request',
        'ping',
        'user:info',
        'data:query',
        'event:subscribe',
        'handshake:response',
        'user:signed-out',
        'event:push',
      ],
      scopes: ['data:read'],
      token: 'page_1',
      expires_at: EXPIRES,
    });
  });

  it('tells nobody without the scope, and opens nothing else', async () => {
    const { outcome } = hosted([]);
    expect(await outcome('handshake:request')).toMatchObject({ user: null });
    for (const channel of ['user:info', 'app:open', 'notification:send', 'data:query', 'event:subscribe'])
      expect(await outcome(channel)).toBe('scope_missing');
    for (const channel of ['event:push', 'user:signed-out', 'handshake:response', 'toString', '__proto__'])
      expect(await outcome(channel)).toBe('channel_unknown');
  });

  it('is over when the frame shows another document, unless that one has greeted already', async () => {
    const { host, outcome } = hosted();
    await outcome('handshake:request');
    host.loaded();
    expect(await outcome('user:info')).toMatchObject({ user_id: '260101' });
    host.loaded();
    expect(await outcome('user:info')).toBe('handshake_needed');
  });

  it('that fails on the server says why', async () => {
    const issueToken = (): Promise<never> => Promise.reject(new Error('登录已失效'));
    const { ask } = hosted(undefined, { issueToken });
    expect(await ask('handshake:request')).toMatchObject({ error: { code: 'failed', message: '登录已失效' } });
  });

  it('that comes too often for the server is told so', async () => {
    const issueToken = (): Promise<never> => Promise.reject(new ApiFailure(429, ''));
    const { outcome } = hosted(undefined, { issueToken });
    expect(await outcome('handshake:request')).toBe('rate_limited');
  });

  it('whose document is gone gets no answer', async () => {
    const { host, say, heard } = hosted();
    say({ ...PING, channel: 'handshake:request' });
    host.reset();
    await settled();
    expect(heard).toEqual([]);
    say({ ...PING, channel: 'user:info' });
    await settled();
    expect(heard).toMatchObject([{ error: { code: 'handshake_needed' } }]);
  });
});

describe('a channel', () => {
  it('opens apps, but only from the front and not too often', async () => {
    let front = true;
    const { outcome, desktop } = hosted(undefined, { isInFront: () => front });
    await outcome('handshake:request');
    expect(await outcome('app:open', { app: 'chat', path: 'public' })).toEqual({ opened: true });
    expect(desktop.openApp).toHaveBeenCalledWith('chat', 'public');
    for (const payload of [{}, { app: 'a/b' }, { app: 'chat', path: 'a"b' }, { app: 'chat', path: 1 }, { app: 1 }])
      expect(await outcome('app:open', payload)).toBe('message_invalid');
    front = false;
    expect(await outcome('app:open', { app: 'chat' })).toBe('not_in_front');
    front = true;
    desktop.openApp.mockReturnValueOnce(false);
    expect(await outcome('app:open', { app: 'none' })).toBe('not_found');
    for (let i = 0; i < 8; i++) await outcome('app:open', { app: 'chat' });
    expect(await outcome('app:open', { app: 'chat' })).toBe('rate_limited');
  });

  it('shows notices of a fair length, five a minute', async () => {
    const { outcome, desktop } = hosted();
    await outcome('handshake:request');
    expect(await outcome('notification:send', { title: ' 作业 ', text: '第 3 页' })).toEqual({ shown: true });
    expect(desktop.notify).toHaveBeenCalledWith('作业', '第 3 页');
    for (const payload of [{}, { title: ' ' }, { title: 'x'.repeat(81) }, { title: 'x', text: 'x'.repeat(201) }])
      expect(await outcome('notification:send', payload)).toBe('message_invalid');
    for (let i = 0; i < 4; i++) await outcome('notification:send', { title: 'x' });
    expect(await outcome('notification:send', { title: 'x' })).toBe('rate_limited');
  });

  it('reads an entry, or a piece of all', async () => {
    const { outcome, backend } = hosted();
    await outcome('handshake:request');
    expect(await outcome('data:query', { key: 'a' })).toEqual({ entry: null });
    expect(backend.findData).toHaveBeenCalledWith('a');
    expect(await outcome('data:query', { after: 'a', limit: 2.5 })).toEqual({ entries: [], has_more: false });
    expect(backend.listData).toHaveBeenCalledWith('a', 2);
    for (const payload of [{ key: 1 }, { key: '' }, { limit: 0 }, { limit: '2' }, { limit: Number.NaN }, { after: {} }])
      expect(await outcome('data:query', payload)).toBe('message_invalid');
  });

  it('tells the events that were asked for last, until the document goes', async () => {
    const { host, outcome, listeners, heard } = hosted();
    await outcome('handshake:request');
    await outcome('event:subscribe', { events: ['a', 'b', 'a'] });
    await outcome('event:subscribe', { events: ['b', 'c'] });
    expect([...listeners.keys()].sort()).toEqual(['b', 'c']);
    listeners.get('b')?.({ page: 3 }, '2026-11-26T08:00:00Z');
    expect(heard[heard.length - 1]).toMatchObject({
      kind: 'event',
      channel: 'event:push',
      payload: { event: 'b', payload: { page: 3 }, created_at: '2026-11-26T08:00:00Z' },
    });
    for (const events of [undefined, 'a', ['a b'], [1], Array.from({ length: 21 }, (_, i) => `e${i}`)])
      expect(await outcome('event:subscribe', { events })).toBe('message_invalid');
    host.reset();
    expect(listeners.size).toBe(0);
  });
});

describe('a sign-out', () => {
  it('is told to a page that knows the member, and ends what was agreed', async () => {
    const { host, outcome, heard } = hosted();
    host.signedOut();
    expect(heard).toEqual([]);
    await outcome('handshake:request');
    host.signedOut();
    expect(heard[heard.length - 1]).toMatchObject({ kind: 'event', channel: 'user:signed-out' });
    expect(await outcome('user:info')).toBe('handshake_needed');
  });

  it('is not told to a page that never knew the member', async () => {
    const { host, outcome, heard } = hosted(['data:read']);
    await outcome('handshake:request');
    const before = heard.length;
    host.signedOut();
    expect(heard.length).toBe(before);
  });
});
