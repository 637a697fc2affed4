// The SDK of embedded pages, with a window above the page that answers as the portal does.
import { describe, expect, it, vi } from 'vitest';
import { connect } from './embed';
import { codeOf, envelope, PORTAL, session, settle, useFakePortal } from './testing';

const FORGED = { origin: 'https://evil.example' };

const above = useFakePortal();

/** The SDK as the build makes it: loaded from this address. */
async function loadedFrom(address: string): Promise<typeof connect> {
  vi.stubGlobal('SDK_URL', address);
  vi.resetModules();
  return (await import('./embed')).connect;
}

describe('whom the page talks with', () => {
  it('asks for the handshake of the named origin alone, in an envelope with all fields', async () => {
    const promise = connect({ portal: `${PORTAL}/app/chat?x=1` });
    expect(above.sent).toHaveLength(1);
    expect(above.sent[0]?.target).toBe(PORTAL);
    expect(above.sent[0]?.message).toEqual({
      v: '1.0',
      type: 'classportal-integration',
      id: expect.stringMatching(/^[\w-]{1,64}$/),
      kind: 'request',
      channel: 'handshake:request',
      source: null,
      target: 'classportal',
      payload: {},
      requestId: null,
      error: null,
      timestamp: expect.any(Number),
    });
    above.answer('handshake:request', session());
    const portal = above.closing(await promise);
    expect(portal.user).toEqual({ user_id: 'u1', real_name: '林小雨' });
    expect(portal.channels).toEqual(['ping', 'user:info', 'data:query']);
  });

  it.each([
    ['HTTP://Portal.Example:80/', 'http://portal.example'],
    ['https://portal.example:443', 'https://portal.example'],
    ['https://portal.example:8443?x', 'https://portal.example:8443'],
    ['http://[fd00::1]:9001', 'http://[fd00::1]:9001'],
  ])('writes the origin of %s as browsers do', async (portal, origin) => {
    const refused = codeOf(connect({ portal, timeout: 5 }));
    expect(above.sent[0]?.target).toBe(origin);
    await vi.advanceTimersByTimeAsync(5);
    expect(await refused).toBe('timeout');
  });

  it.each(['', '*', 'null', 'portal.example', 'ftp://portal.example', 'http://a@evil.example', 'javascript:alert(1)'])(
    'takes no %j for the origin of a portal',
    async (portal) => {
      expect(await codeOf(connect({ portal }))).toBe('portal_unknown');
      expect(above.sent).toEqual([]);
    },
  );
});

describe('an SDK that is told of no portal', () => {
  it.each(['/sdk/embed.mjs', '/sdk/embed.js', '/sdk/embed.js?v=2'])('knows the portal by %s', async (path) => {
    const fromPortal = await loadedFrom(PORTAL + path);
    const refused = codeOf(fromPortal({ timeout: 5 }));
    expect(above.sent[0]?.target).toBe(PORTAL);
    await vi.advanceTimersByTimeAsync(5);
    expect(await refused).toBe('timeout');
  });

  it.each(['https://tracker.example/bundle.js', 'file:///sdk/embed.mjs', 'blob:http://a/sdk/embed.mjs', ''])(
    'does not know the portal by %j',
    async (address) => {
      const copied = await loadedFrom(address);
      expect(await codeOf(copied())).toBe('portal_unknown');
      expect(above.sent).toEqual([]);
    },
  );

  it('says that a page of its own is not embedded', async () => {
    vi.stubGlobal('parent', window);
    expect(await codeOf(connect({ portal: PORTAL }))).toBe('not_embedded');
  });
});

describe('whom the page hears', () => {
  it('takes an answer from the window above and its origin alone', async () => {
    const portal = await above.connected();
    const pinged = portal.ping();
    const answer = envelope('response', 'ping', { pong: true }, { requestId: above.of('ping')[0]?.id });
    const heard = vi.fn<(value: unknown) => void>();
    void pinged.then(heard);
    const others = [FORGED, { source: window }, { source: null }, { origin: 'null' }, { origin: `${PORTAL}.evil` }];
    for (const from of others) above.say(answer, from);
    await settle();
    expect(heard).not.toHaveBeenCalled();
    above.say(answer);
    expect(await pinged).toEqual({ pong: true });
  });

  it('hears no events of others', async () => {
    const portal = await above.connected();
    const left = vi.fn<() => void>();
    portal.onSignedOut(left);
    above.say(envelope('event', 'user:signed-out', {}), FORGED);
    expect(left).not.toHaveBeenCalled();
  });

  it('is not moved by hostile messages, and goes on', async () => {
    const portal = await above.connected();
    const pinged = portal.ping();
    const settled = vi.fn<(value: unknown) => void>();
    void pinged.then(settled, settled);
    const id = above.of('ping')[0]?.id;
    const good = envelope('response', 'ping', { pong: true }, { requestId: id });
    const huge = 'x'.repeat(2_000_000);
    const ids = ['__proto__', 'constructor', 'toString', '', huge, 1, null, undefined, {}, [id], { toString: id }];
    for (const requestId of ids) {
      above.say({ ...good, requestId });
      above.say(envelope('error', 'ping', {}, { requestId, error: { code: 'failed', message: 'no' } }));
    }
    const fields = [{ v: 1 }, { v: '2.0' }, { v: `1.${huge}!` }, { v: '1' }, { type: 'other' }, { kind: 'answer' }];
    for (const field of fields) above.say({ ...good, ...field });
    for (const payload of [null, undefined, 'text', 7, [], [{ pong: true }]]) above.say({ ...good, payload });
    for (const data of [null, undefined, 'text', 7, [], huge, Object.create(good), () => good]) above.say(data);
    for (const error of [null, 'failed', {}, { code: 7 }, { code: null }]) above.say({ ...good, kind: 'error', error });
    above.say(JSON.parse(`{"__proto__": ${JSON.stringify(good)}}`));
    expect(({} as Record<string, unknown>).pong).toBeUndefined();
    await settle();
    expect(settled).not.toHaveBeenCalled();
    above.say(good);
    expect(await pinged).toEqual({ pong: true });
  });

  it('takes users and channels of the handshake as far as they are well formed', async () => {
    const portal = await above.connected({ user: { user_id: 7, real_name: 'x' }, channels: ['ping', 7, null] });
    expect(portal.user).toBeNull();
    expect(portal.channels).toEqual(['ping']);
  });
});

describe('what is refused', () => {
  it.each(['version_unsupported', 'scope_missing', 'rate_limited'])('rejects the connection with %s', async (code) => {
    const refused = connect({ portal: PORTAL });
    above.refuse('handshake:request', code, 'Why.');
    await expect(refused).rejects.toMatchObject({ code, message: 'Why.' });
  });

  it('gives up after ten seconds, or after the time that the page names', async () => {
    const usual = codeOf(connect({ portal: PORTAL }));
    const short = codeOf(connect({ portal: PORTAL, timeout: 50 }));
    const isOver = vi.fn<(code: unknown) => void>();
    void usual.then(isOver);
    await vi.advanceTimersByTimeAsync(50);
    expect(await short).toBe('timeout');
    await vi.advanceTimersByTimeAsync(9_949);
    expect(isOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(isOver).toHaveBeenCalledWith('timeout');
  });

  it('rejects a connection whose handshake brings no token', async () => {
    const refused = codeOf(connect({ portal: PORTAL }));
    above.answer('handshake:request', session('t1', { token: null }));
    expect(await refused).toBe('message_invalid');
  });

  it('rejects a request with the code of the portal, and takes the answer to another meanwhile', async () => {
    const portal = await above.connected();
    const refused = codeOf(portal.openApp('chat'));
    const info = portal.userInfo();
    above.answer('user:info', { user_id: 'u1', real_name: '林小雨' });
    above.refuse('app:open', 'not_in_front');
    expect(await info).toEqual({ user_id: 'u1', real_name: '林小雨' });
    expect(await refused).toBe('not_in_front');
  });

  it('rejects what a browser does not send', async () => {
    const portal = await above.connected();
    const title = (() => 'x') as unknown as string;
    expect(await codeOf(portal.notify({ title }))).toBe('message_invalid');
  });

  it('rejects what waits and what comes later when the page closes', async () => {
    const portal = await above.connected();
    const waiting = codeOf(portal.ping());
    portal.close();
    expect(await waiting).toBe('closed');
    expect(await codeOf(portal.ping())).toBe('closed');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('requests', () => {
  it('sends what is named and leaves out what is not', async () => {
    const portal = await above.connected();
    const opened = portal.openApp('chat');
    const shown = portal.notify({ title: '好了', text: undefined });
    expect(above.of('app:open')[0]?.payload).toEqual({ app: 'chat' });
    expect(above.of('notification:send')[0]?.payload).toEqual({ title: '好了' });
    above.answer('app:open', { opened: true });
    above.answer('notification:send', { shown: true });
    expect([await opened, await shown]).toEqual([{ opened: true }, { shown: true }]);
  });

  it('answers one entry or nothing for a key, and a page of entries otherwise', async () => {
    const portal = await above.connected();
    const entry = { key: 'homework.1', value: ['数学'], updated_at: '2026-09-01T08:00:00Z' };
    const found = portal.query({ key: 'homework.1' });
    above.answer('data:query', { entry });
    expect(await found).toEqual(entry);
    const missing = portal.query({ key: 'gone' });
    above.answer('data:query', { entry: null });
    expect(await missing).toBeNull();
    const list = portal.query({ after: 'homework.', limit: 10 });
    expect(above.last('data:query')?.payload).toEqual({ after: 'homework.', limit: 10 });
    above.answer('data:query', { entries: [entry], has_more: false });
    expect(await list).toEqual({ entries: [entry], has_more: false });
  });
});

describe('signing out', () => {
  it('is told to every handler that has not ended, though one of them throws', async () => {
    const portal = await above.connected();
    const calls: string[] = [];
    portal.onSignedOut(() => {
      throw new Error('of the page');
    });
    portal.onSignedOut(() => calls.push('kept'));
    const end = portal.onSignedOut(() => calls.push('ended'));
    end();
    end();
    above.push('user:signed-out', {});
    expect(calls).toEqual(['kept']);
    expect(() => vi.runAllTimers()).toThrow('of the page');
  });
});
