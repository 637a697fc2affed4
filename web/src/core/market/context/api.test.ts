// Requests of apps: only below /api, and through the client that the desktop has.
import { beforeEach, expect, it, vi } from 'vitest';
import { onFailure } from '@/api/client';
import { answer } from '../testing';
import { apiOf } from './api';

const api = apiOf('chess');

beforeEach(() => void answer(() => ({ body: { code: 200, message: 'ok', data: [1] } })));

it('sends query, headers and body, and answers envelope, status and headers', async () => {
  const requests = answer(() => ({ body: { code: 200, message: 'ok', data: [1] } }));
  const { data, status, headers } = await api.get('chess/rooms?open=1', { params: { page: 2, none: null } });
  expect([data, status]).toEqual([{ code: 200, message: 'ok', data: [1] }, 200]);
  expect(headers['content-type']).toContain('json');
  await api.put('/chess/rooms/1', { open: false });
  await api.patch('/chess/rooms/1', { open: true });
  await api.delete('/chess/rooms/1', { data: { why: 'old' } });
  await api.post('/api/chess/rooms');
  expect(requests.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', '/api/chess/rooms?open=1&page=2', undefined],
    ['PUT', '/api/chess/rooms/1', { open: false }],
    ['PATCH', '/api/chess/rooms/1', { open: true }],
    ['DELETE', '/api/chess/rooms/1', { why: 'old' }],
    ['POST', '/api/chess/rooms', {}],
  ]);
});

it.each(['https://evil.example/x', '//evil.example/x', '/../resources/x', '/api/../../x'])(
  'goes nowhere with %s',
  async (path) => {
    const requests = answer(() => ({}));
    await expect(api.get(path)).rejects.toMatchObject({ code: 'ERR_INVALID_URL' });
    expect(requests).toEqual([]);
  },
);

it('rejects with what the server says, and lets the session hear of its end', async () => {
  const body = { code: 401, message: '登录已过期', slug: 'login_expired', data: null };
  answer(() => ({ status: 401, body }));
  const heard = vi.fn();
  onFailure(heard);
  await expect(api.get('/chess/rooms')).rejects.toMatchObject({
    isAxiosError: true,
    code: 'ERR_BAD_REQUEST',
    response: { status: 401, data: body },
  });
  await vi.waitFor(() => expect(heard.mock.calls[0]?.[0]).toMatchObject({ slug: 'login_expired' }));
});

it('rejects without a response where no answer comes', async () => {
  answer(() => 'away');
  const failure = await api.get('/chess/rooms').catch((cause: unknown) => cause as ServiceMarket.RequestError);
  expect(failure).toMatchObject({ code: 'ERR_NETWORK' });
  expect((failure as ServiceMarket.RequestError).response).toBeUndefined();
});

it('answers also what has no envelope, and nothing', async () => {
  answer(() => ({ body: 'plain' }));
  expect((await api.get('/x')).data).toBe('plain');
});
