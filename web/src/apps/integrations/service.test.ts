// The pages of integrations as apps of the desktop.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createApp, h } from 'vue';
import { api } from '@/api/client';
import { knownApp, visibleApps } from '@/core/apps';
import { dispatch } from '@/core/live/bus';
import { Inbox } from '@/core/live/inbox';
import { queryClient } from '@/core/query';
import type { Page } from './pages';
import start from './service';

let pages: Page[];
let stop: () => void;

/** The server cannot bring the frames that were missed. */
const reset = (): void => new Inbox('260100', 0, 0).reset(null);

const page = (id: number, name: string): Page => ({
  id,
  name,
  url: 'https://tracker.example/portal',
  origin: 'https://tracker.example',
  scopes: ['user:read'],
  owner: { user_id: '260100', real_name: '周明远' },
  requested_by: null,
  agreed: false,
  agreed_to: null,
  created_at: new Date().toISOString(),
});

beforeEach(() => {
  pages = [page(7, '作业追踪')];
  vi.spyOn(api, 'GET').mockImplementation((() =>
    Promise.resolve({ data: { code: 200, data: { pages } }, response: new Response() })) as never);
  stop = start();
});
afterEach(() => {
  stop();
  queryClient.clear();
  vi.restoreAllMocks();
});

it('a page is an app as long as it is there, under its present name', async () => {
  await vi.waitFor(() => expect(knownApp('page-7')?.title).toBe('作业追踪'));
  expect(visibleApps().map(({ name }) => name)).toEqual(['page-7']);
  pages = [page(7, '作业'), page(8, '课堂视频')];
  dispatch({ type: 'integrations_changed', id: 8 });
  await vi.waitFor(() => expect(knownApp('page-8')?.title).toBe('课堂视频'));
  expect(knownApp('page-7')?.title).toBe('作业');
  pages = [];
  reset();
  await vi.waitFor(() => expect(knownApp('page-7')).toBeUndefined());
});

it('a page is new until the member has agreed to it, and has the first character of its name for an icon', async () => {
  const opened = { agreed: true, agreed_to: { origin: 'https://tracker.example', scopes: ['user:read'] } };
  const longAgo = { created_at: '2020-09-01T00:00:00.000Z' };
  pages = [page(7, '作业追踪'), { ...page(8, 'math'), ...opened }, { ...page(9, 'old'), ...longAgo }];
  reset();
  await vi.waitFor(() => expect(knownApp('page-8')).toBeDefined());
  expect(['page-7', 'page-8', 'page-9'].map((name) => knownApp(name)?.isNew?.())).toEqual([true, false, false]);
  const root = document.createElement('div');
  createApp({ render: () => h(knownApp('page-8')?.icon ?? 'i', { size: 20 }) }).mount(root);
  expect(root.innerHTML).toContain('>M<');
  // One that asks for more was agreed to once.
  pages = [{ ...page(7, '作业追踪'), agreed_to: { origin: 'https://tracker.example', scopes: [] } }];
  reset();
  await vi.waitFor(() => expect(knownApp('page-7')?.isNew?.()).toBe(false));
});

it('a connection that does not resume has the pages read anew', async () => {
  await vi.waitFor(() => expect(knownApp('page-7')).toBeDefined());
  pages = [];
  const asked = vi.mocked(api.GET).mock.calls.length;
  dispatch({ type: 'connected', resumed: true });
  expect(vi.mocked(api.GET).mock.calls.length).toBe(asked);
  dispatch({ type: 'connected', resumed: false });
  await vi.waitFor(() => expect(knownApp('page-7')).toBeUndefined());
});

it('the pages go with the service', async () => {
  await vi.waitFor(() => expect(knownApp('page-7')).toBeDefined());
  stop();
  expect(knownApp('page-7')).toBeUndefined();
});
