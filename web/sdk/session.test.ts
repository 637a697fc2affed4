// The token of a page and what it fetches with it.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { codeOf, PORTAL, session, settle, useFakePortal } from './testing';
import type { Portal } from './types';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

const above = useFakePortal(new Date('2026-09-01T08:00:00Z'));
let portal: Portal;

beforeEach(async () => {
  portal = await above.connected();
});

const handshakes = (): number => above.of('handshake:request').length;

describe('the token', () => {
  it('is that of the handshake until less than a minute is left', async () => {
    vi.advanceTimersByTime(239 * SECOND);
    expect(await portal.token()).toMatchObject({ token: 't1', scopes: ['user:read', 'data:read'] });
    expect(handshakes()).toBe(1);
    vi.advanceTimersByTime(2 * SECOND);
    const renewed = portal.token();
    expect(handshakes()).toBe(2);
    above.answer('handshake:request', session('t2'));
    expect((await renewed).token).toBe('t2');
    expect((await portal.token()).token).toBe('t2');
    expect(handshakes()).toBe(2);
  });

  it('is renewed once for all who ask for it meanwhile', async () => {
    vi.advanceTimersByTime(250 * SECOND);
    const all = Promise.all([portal.token(), portal.token(), portal.token()]);
    expect(handshakes()).toBe(2);
    above.answer('handshake:request', session('t2'));
    expect((await all).map((one) => one.token)).toEqual(['t2', 't2', 't2']);
  });

  it('can be asked for again after a renewal has failed', async () => {
    vi.advanceTimersByTime(250 * SECOND);
    const refused = codeOf(portal.token());
    above.refuse('handshake:request', 'rate_limited');
    expect(await refused).toBe('rate_limited');
    const renewed = portal.token();
    above.answer('handshake:request', session('t2'));
    expect((await renewed).token).toBe('t2');
  });

  it('brings the user and the channels of now', async () => {
    vi.advanceTimersByTime(250 * SECOND);
    const renewed = portal.token();
    above.answer('handshake:request', session('t2', { user: null, channels: ['ping'] }));
    await renewed;
    expect([portal.user, portal.channels]).toEqual([null, ['ping']]);
  });

  it('does not suffer from what a page does with the answer', async () => {
    (await portal.token()).scopes.length = 0;
    expect((await portal.token()).scopes).toHaveLength(2);
  });

  it('is forgotten when the member signs out', async () => {
    above.push('user:signed-out', {});
    const refused = codeOf(portal.token());
    above.refuse('handshake:request', 'failed');
    expect(await refused).toBe('failed');
  });
});

/** A token that comes while the device's clock is wrong. */
async function renewWith(expiresAt: number, timestamp: number): Promise<void> {
  vi.advanceTimersByTime(250 * SECOND);
  const renewed = portal.token();
  const answer = session('t2', { expires_at: new Date(expiresAt).toISOString() });
  above.answer('handshake:request', answer, { timestamp });
  await renewed;
}

describe('a wrong clock', () => {
  it('of the device changes nothing when the portal writes the time of the server', async () => {
    const server = Date.now() - 5 * HOUR;
    await renewWith(server + 120 * SECOND, server);
    vi.advanceTimersByTime(59 * SECOND);
    expect((await portal.token()).token).toBe('t2');
    vi.advanceTimersByTime(2 * SECOND);
    void portal.token().catch(() => undefined);
    expect(handshakes()).toBe(3);
  });

  it.each([-5 * HOUR, 5 * HOUR])('that is %d ms off lets a token hold as long as tokens do', async (off) => {
    await renewWith(Date.now() + off, Date.now());
    vi.advanceTimersByTime(239 * SECOND);
    expect((await portal.token()).token).toBe('t2');
    vi.advanceTimersByTime(2 * SECOND);
    void portal.token().catch(() => undefined);
    expect(handshakes()).toBe(3);
  });

  it('that is set back has the token renewed', () => {
    vi.setSystemTime(Date.now() - HOUR);
    void portal.token().catch(() => undefined);
    expect(handshakes()).toBe(2);
  });
});

describe('fetch', () => {
  const asked: { url: string; init: RequestInit }[] = [];
  let statuses: number[] = [];

  beforeEach(() => {
    asked.length = 0;
    statuses = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push({ url, init });
      return new Response('{}', { status: statuses.shift() ?? 200 });
    });
  });

  const bearer = (): (string | null)[] => asked.map(({ init }) => new Headers(init.headers).get('Authorization'));

  it('asks the portal with the token, and with nothing else that could sign a member in', async () => {
    const headers = { 'X-Mine': '1', authorization: 'Bearer mine' };
    const init: RequestInit = { method: 'GET', headers, credentials: 'include', redirect: 'follow' };
    expect((await portal.fetch('/api/countdown?x=1', init)).status).toBe(200);
    expect(asked[0]?.url).toBe(`${PORTAL}/api/countdown?x=1`);
    expect(asked[0]?.init).toMatchObject({ method: 'GET', credentials: 'omit', redirect: 'error' });
    expect(new Headers(asked[0]?.init.headers).get('X-Mine')).toBe('1');
    expect(bearer()).toEqual(['Bearer t1']);
    expect(headers.authorization).toBe('Bearer mine');
  });

  const elsewhere = ['', 'api/countdown', '//evil.example', '/\\evil.example', 'https://evil.example', '@evil.example'];
  it.each([...elsewhere, null, 7, ['/api']])('sends the token nowhere for %j', async (path) => {
    expect(await codeOf(portal.fetch(path as string))).toBe('path_invalid');
    expect(asked).toEqual([]);
  });

  it('asks once more with a new token after a 401', async () => {
    statuses = [401, 200];
    const answer = portal.fetch('/api/countdown');
    await settle();
    above.answer('handshake:request', session('t2'));
    expect((await answer).status).toBe(200);
    expect(bearer()).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('answers the second 401, and a 403 at once', async () => {
    statuses = [401, 401, 403];
    const answer = portal.fetch('/api/countdown');
    await settle();
    above.answer('handshake:request', session('t2'));
    expect((await answer).status).toBe(401);
    expect((await portal.fetch('/api/countdown')).status).toBe(403);
    expect(handshakes()).toBe(2);
  });

  it('asks for one new token when two answers are 401', async () => {
    statuses = [401, 401];
    const answers = Promise.all([portal.fetch('/api/countdown'), portal.fetch('/api/integration-data')]);
    await settle();
    above.answer('handshake:request', session('t2'));
    await answers;
    expect(bearer()).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
    expect(handshakes()).toBe(2);
  });
});
