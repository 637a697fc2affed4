// What can come back from the server, and what becomes of it.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureText } from '@/core/failure-text';
import { setLanguage } from '@/core/i18n';
import type * as Client from './client';
import { ApiFailure, isSessionLoss } from './failure';

let client: typeof Client;
let answers: (Response | Error)[];
let asked: Request[];

beforeEach(async () => {
  answers = [];
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request);
    const next = answers.shift() ?? new Error('no answer');
    if (next instanceof Error) throw next;
    return next;
  });
  // A fresh module each time: the pause after a 429 is kept inside.
  vi.resetModules();
  client = await import('./client');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  answers.push(new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } }));
}

async function failureOf(request: Promise<unknown>): Promise<ApiFailure> {
  return request.then(
    () => Promise.reject(new Error('should have failed')),
    (cause: ApiFailure) => cause,
  );
}

const list = () => client.send(client.api.GET('/api/countdown'));

it('takes the payload out of the envelope', async () => {
  const data = { countdowns: [], total: 0, page: 1, limit: 20 };
  answer(200, { code: 200, message: 'ok', data });
  await expect(list()).resolves.toEqual(data);
});

it('sends the cookie and the language, never a token', async () => {
  answer(200, { code: 200, message: 'ok', data: {} });
  await list();
  expect(asked[0]?.headers.get('Accept-Language')).toBe('zh-CN');
  expect(asked[0]?.headers.get('Authorization')).toBeNull();
});

it('keeps status and message of a refusal', async () => {
  answer(409, { code: 409, message: '该网名已被使用', data: null });
  await expect(list()).rejects.toMatchObject({ status: 409, message: '该网名已被使用', ban: null });
});

it('reads the ban of a disabled account', async () => {
  const ban = { ban_expires_at: '2026-12-01 08:00:00', ban_reason: '刷屏' };
  answer(403, { code: 403, message: '该账号已被禁用', data: null, ...ban });
  await expect(list()).rejects.toMatchObject({
    ban: { expiresAt: '2026-12-01 08:00:00', reason: '刷屏' },
  });
});

it('survives answers that are no envelope', async () => {
  answer(502, '<html>bad gateway</html>', { 'content-type': 'text/html' });
  const failure = await failureOf(list());
  expect(failure).toMatchObject({ status: 502, message: '' });
  expect(failureText(new ApiFailure(failure.status, ''))).toBe('服务器出了点问题，请稍后重试');
});

it('turns a lost connection into status 0 and tells the listeners', async () => {
  const heard = vi.fn();
  client.onFailure(heard);
  answers.push(new TypeError('network'));
  await expect(list()).rejects.toMatchObject({ status: 0 });
  expect(heard).toHaveBeenCalledOnce();
  expect(heard.mock.calls[0]?.[1]).toBe('/api/countdown');
});

it('gives up on a hanging request after 20 seconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_: Request, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('abort')))),
  );
  const failure = failureOf(list());
  await vi.advanceTimersByTimeAsync(20_001);
  expect((await failure).status).toBe(0);
});

describe('rate limits', () => {
  it('pause the whole client for as long as the server says', async () => {
    vi.useFakeTimers();
    answer(429, { code: 429, message: '请求过于频繁', data: null }, { 'Retry-After': '7', 'X-RateLimit-Name': 'user' });
    await expect(list()).rejects.toMatchObject({ status: 429, retryAfter: 7 });
    await expect(list()).rejects.toMatchObject({ status: 429, retryAfter: 7 });
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(7001);
    answer(200, { code: 200, message: 'ok', data: {} });
    await list();
    expect(asked).toHaveLength(2);
  });

  const user = { 'X-RateLimit-Name': 'user' };
  const chat = { 'X-RateLimit-Name': 'chat' };
  const ok = (headers: Record<string, string> = {}): void =>
    answer(200, { code: 200, message: 'ok', data: {} }, headers);
  const say = () => client.send(client.api.POST('/api/chat/messages', { body: { room: 'public', content: 'a' } }));
  const open = (id: string) => client.send(client.api.GET('/api/countdown/{id}', { params: { path: { id } } }));

  /** The shared limit is used up. */
  async function pause(): Promise<void> {
    answer(429, { code: 429, message: '', data: null }, { 'Retry-After': '7', ...user });
    await expect(list()).rejects.toMatchObject({ status: 429 });
    asked = [];
  }

  it('go on after a refusal that has used up nothing', async () => {
    answer(
      429,
      { code: 429, message: '刚刚已提醒过', data: null },
      { 'Retry-After': '599', 'X-RateLimit-Remaining': '59', ...user },
    );
    await expect(list()).rejects.toMatchObject({ status: 429, message: '刚刚已提醒过' });
    ok(user);
    await expect(list()).resolves.toEqual({});
  });

  it('let through what draws from another limit, once an answer has said so', async () => {
    await pause();
    await expect(say()).rejects.toMatchObject({ status: 429 });
    expect(asked).toHaveLength(0);
    vi.useFakeTimers();
    vi.advanceTimersByTime(7001);
    ok(chat);
    await say();
    await pause();
    ok(chat);
    await expect(say()).resolves.toEqual({});
  });

  it('hold back again what has moved to the shared limit', async () => {
    ok(chat);
    await say();
    ok(user);
    await say();
    await pause();
    await expect(say()).rejects.toMatchObject({ status: 429 });
    expect(asked).toHaveLength(0);
  });

  it('never hold back a sign-out, called before or not', async () => {
    await pause();
    ok();
    await expect(client.send(client.api.POST('/api/auth/logout'))).resolves.toEqual({});
  });

  it('are known by endpoint, whatever ids its path has', async () => {
    ok({ 'X-RateLimit-Name': 'other' });
    await open('0198c0de-0000-7000-8000-000000000001');
    await pause();
    ok({ 'X-RateLimit-Name': 'other' });
    await expect(open('0198c0de-0000-7000-8000-000000000002')).resolves.toEqual({});
  });

  it.each([200, 401, 404, 429, 503])('are not told by a %i that names none', async (status) => {
    answer(status, { code: status, message: '', data: {} });
    await open('a').catch(() => undefined);
    expect(asked).toHaveLength(1);
    await pause();
    await expect(open('a')).rejects.toMatchObject({ status: 429, retryAfter: 7 });
    expect(asked).toHaveLength(0);
  });

  it('of the login do not pause anything else', async () => {
    answer(429, { code: 429, message: '', data: null }, { 'Retry-After': '30', 'X-RateLimit-Name': 'login' });
    const body = { account: 'a', password: 'b' };
    await expect(client.send(client.api.POST('/api/auth/login', { body }))).rejects.toBeDefined();
    answer(200, { code: 200, message: 'ok', data: {} });
    await expect(list()).resolves.toEqual({});
  });
});

describe('a lost session', () => {
  it.each([
    ['no_login', true],
    ['login_expired', true],
    ['wrong_credentials', false],
    ['old_password_wrong', false],
    ['realtime_not_registered', false],
  ])('is a 401 whose slug is that of an ended session: %s', async (slug, lost) => {
    answer(401, { code: 401, message: 'in whatever language', data: null, slug });
    expect(isSessionLoss(await failureOf(list()))).toBe(lost);
  });
});

describe('texts', () => {
  afterEach(() => setLanguage('zh'));

  it('say how long to wait', () => {
    const failure = new ApiFailure(429, '请求过于频繁', { retryAfter: 23 });
    expect(failureText(failure)).toBe('操作太频繁，请 23 秒后再试');
    expect(failureText(failure, 5)).toBe('操作太频繁，请 5 秒后再试');
    expect(failureText(failure, 654)).toBe('操作太频繁，请大约 11 分钟后再试');
    const reminded = new ApiFailure(429, '刚刚已提醒过，请在 599 秒后重试', {
      slug: 'announcement_reminded_already',
      retryAfter: 599,
    });
    expect(failureText(reminded, 5)).toBe('刚刚已提醒过，请在 599 秒后重试');
  });

  it('translate the fixed Chinese texts of the contract', async () => {
    await setLanguage('en');
    expect(failureText(new ApiFailure(401, '账号或密码错误', { slug: 'wrong_credentials' }))).toBe(
      'Wrong account or password',
    );
    expect(failureText(new ApiFailure(400, 'the server said so'))).toBe('the server said so');
  });
});
