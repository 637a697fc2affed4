// Saving a layout: debounced, revision-checked, nothing overwritten, nothing lost.
import { VueQueryPlugin } from '@tanstack/vue-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApp, type App } from 'vue';
import type { Settings, UserInfo } from '@/api/types';
import { leavingWarnings } from '../leaving';
import { queryClient } from '../query';
import { enter, forget } from '../session';
import * as store from './store';

interface Put {
  desktop_layout: { pages: unknown[] };
  revision?: number;
}

let app: App | undefined;
let server: Settings;
let puts: Put[];
/** What the server has kept: what a write replaced unseen, and what it was told to keep. */
let kept: unknown[];
let answer: 'normal' | 'away' | 'refuse' | 'lost' | 'slow';

const layoutOf = (id: string) => ({ pages: [{ id, widgets: [] }] });
const rename = (id: string) => store.changeLayout((document) => ({ ...document, ...layoutOf(id) }));
const json = (code: number, data: unknown) =>
  new Response(JSON.stringify({ code, message: 'x', data }), {
    status: code,
    headers: { 'Content-Type': 'application/json' },
  });

async function reply(request: Request): Promise<Response> {
  if (request.url.endsWith('/api/user/layouts') && request.method === 'POST') {
    if (answer === 'away') throw new TypeError('network');
    kept.push(((await request.json()) as Put).desktop_layout);
    return json(200, { layouts: [] });
  }
  if (!request.url.endsWith('/api/user/settings')) return json(404, null);
  if (request.method === 'GET') return json(200, server);
  if (answer === 'away') throw new TypeError('network');
  if (answer === 'refuse') return json(400, null);
  const body = (await request.json()) as Put;
  if (answer === 'slow') await new Promise((done) => setTimeout(done, 2000));
  puts.push(body);
  if (body.revision === undefined) kept.push(server.desktop_layout);
  else if (body.revision !== server.revision) return json(409, server);
  server = { ...server, desktop_layout: body.desktop_layout as never, revision: server.revision + 1 };
  if (answer === 'lost') throw new TypeError('network');
  return json(200, server);
}

beforeEach(async () => {
  vi.useFakeTimers();
  localStorage.clear();
  queryClient.clear();
  puts = [];
  kept = [];
  answer = 'normal';
  const desktop_layout = layoutOf('old') as never;
  const unset = { default_layout: null, updated_at: null };
  server = { theme: 'light', wallpaper: 'default', notifications: {}, revision: 3, desktop_layout, ...unset };
  vi.stubGlobal('fetch', (request: Request) => reply(request));
  arrive('260101');
  await start();
});
afterEach(() => {
  app?.unmount();
  store.closeLayout();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const arrive = (id: string) => enter({ user_info: { user_id: id } as UserInfo, screens_locked: false });

async function start(): Promise<void> {
  app?.unmount();
  app = createApp({
    setup() {
      store.followLayout();
      return () => null;
    },
  });
  app.use(VueQueryPlugin, { queryClient }).mount(document.createElement('div'));
  await pass(10);
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

const shown = () => store.layout.value.pages[0]?.id;
it('shows a change at once and sends one write for many', async () => {
  rename('one');
  rename('two');
  expect(shown()).toBe('two');
  expect(puts).toEqual([]);
  await pass(1000);
  expect(puts.map((put) => [put.desktop_layout.pages, put.revision])).toEqual([[layoutOf('two').pages, 3]]);
  expect(store.unsaved.value).toBe(false);
  expect(shown()).toBe('two');
});

it('goes on from the new revision when it was changed while saving', async () => {
  rename('one');
  await pass(800);
  rename('two');
  await pass(3000);
  expect(puts.map((put) => put.revision)).toEqual([3, 4]);
  expect(server.desktop_layout).toEqual(layoutOf('two'));
});

it('waits while a finger is down', async () => {
  store.holdSaving(true);
  rename('one');
  await pass(5000);
  expect(puts).toEqual([]);
  store.holdSaving(false);
  await pass(1000);
  expect(puts.length).toBe(1);
});

describe('another device', () => {
  it('changed only the theme: no conflict', async () => {
    server = { ...server, theme: 'dark', revision: 4 };
    rename('mine');
    await pass(3000);
    expect(store.conflict.value).toBeNull();
    expect(server.desktop_layout).toEqual(layoutOf('mine'));
  });

  it('changed the layout: asks, and writes nothing until told', async () => {
    server = { ...server, desktop_layout: layoutOf('theirs') as never, revision: 4 };
    rename('mine');
    await pass(60_000);
    expect(store.conflict.value?.revision).toBe(4);
    expect(server.desktop_layout).toEqual(layoutOf('theirs'));
    store.keepMine();
    await pass(3000);
    expect(server.desktop_layout).toEqual(layoutOf('mine'));
    expect(kept).toEqual([layoutOf('theirs')]);
  });

  it('wins when told so, and mine is kept', async () => {
    server = { ...server, desktop_layout: layoutOf('theirs') as never, revision: 4 };
    rename('mine');
    await pass(3000);
    await store.takeTheirs();
    await pass(3000);
    expect(shown()).toBe('theirs');
    expect(puts.length).toBe(1);
    expect(kept).toEqual([layoutOf('mine')]);
  });

  it('is not chosen while the server cannot keep mine', async () => {
    server = { ...server, desktop_layout: layoutOf('theirs') as never, revision: 4 };
    rename('mine');
    await pass(3000);
    answer = 'away';
    await expect(store.takeTheirs()).rejects.toThrow();
    expect(store.conflict.value?.revision).toBe(4);
    expect(shown()).toBe('mine');
  });
});

it('keeps changes over a reload without a server, and saves them later', async () => {
  answer = 'away';
  rename('mine');
  await pass(2000);
  expect(store.saveFailure.value?.status).toBe(0);
  app?.unmount();
  store.closeLayout();
  await start();
  expect(shown()).toBe('mine');
  answer = 'normal';
  await pass(40_000);
  expect(server.desktop_layout).toEqual(layoutOf('mine'));
});

it('does not repeat what the server refuses, and can give it up', async () => {
  answer = 'refuse';
  rename('mine');
  await pass(60_000);
  expect(store.saveFailure.value?.status).toBe(400);
  expect(shown()).toBe('mine');
  expect(store.dropChanges()).toEqual(layoutOf('mine'));
  expect(shown()).toBe('old');
});

describe('what the class begins with', () => {
  const classLayout = (id: string) => ({ ...layoutOf(id), dock: ['chat'] });

  beforeEach(async () => {
    server = { ...server, desktop_layout: null, default_layout: classLayout('class') as never };
    queryClient.clear();
    await start();
  });

  it('is still followed after a choice that is none of pages', async () => {
    expect(shown()).toBe('class');
    store.changeLayout((document) => ({ ...document, accent: 'green' }));
    await pass(1000);
    expect(server.desktop_layout).toEqual({ pages: [], accent: 'green' });
    server = { ...server, default_layout: classLayout('later') as never };
    queryClient.clear();
    await start();
    expect([shown(), store.layout.value.dock, store.layout.value.accent]).toEqual(['later', ['chat'], 'green']);
  });

  it('is still followed after a drag that was cancelled', async () => {
    const before = store.layout.value;
    store.holdSaving(true);
    rename('elsewhere');
    store.changeLayout(() => before);
    store.holdSaving(false);
    expect(store.unsaved.value).toBe(false);
    await pass(5000);
    expect(puts).toEqual([]);
  });

  it('is left as a whole once pages are arranged', async () => {
    rename('own');
    await pass(1000);
    expect(server.desktop_layout).toEqual(classLayout('own'));
  });
});

it('takes no notice of a change that was taken back', async () => {
  const before = store.layout.value;
  rename('one');
  store.changeLayout(() => before);
  await pass(5000);
  expect(puts).toEqual([]);
  expect(localStorage.getItem('svc:layout-draft')).toBe('null');
});

it('says when the device cannot keep what the server does not have', async () => {
  const roomy = localStorage;
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined });
  answer = 'away';
  rename('mine');
  await pass(2000);
  expect([shown(), store.unsaved.value, store.keptHere.value]).toEqual(['mine', true, false]);
  vi.stubGlobal('localStorage', roomy);
  answer = 'normal';
  await pass(40_000);
  expect(store.keptHere.value).toBe(true);
  expect(server.desktop_layout).toEqual(layoutOf('mine'));
});

it('warns whoever leaves with changes that the server does not have', async () => {
  answer = 'away';
  expect(leavingWarnings()).toEqual([]);
  rename('mine');
  await pass(2000);
  expect(leavingWarnings()).toEqual(['布局还有没保存到服务器的更改，退出后会丢失']);
  app?.unmount();
  expect(leavingWarnings()).toEqual([]);
});

it('saves again for whoever comes after a finger that was never lifted', async () => {
  store.holdSaving(true);
  store.closeLayout();
  await start();
  rename('next');
  await pass(1000);
  expect(puts.length).toBe(1);
});

it('takes its own write, whose answer was lost, for no other device', async () => {
  rename('first');
  answer = 'lost';
  await pass(2000);
  expect(store.saveFailure.value?.status).toBe(0);
  rename('second');
  answer = 'normal';
  await pass(40_000);
  expect(store.conflict.value).toBeNull();
  expect(server.desktop_layout).toEqual(layoutOf('second'));
});

describe('the answer to someone who has left', () => {
  const leave = () => {
    forget();
    store.closeLayout();
    arrive('260102');
  };

  it.each(['settings', 'conflict'])('becomes nobody else’s %s', async (kind) => {
    const revision = kind === 'settings' ? 3 : 4;
    server = { ...server, desktop_layout: layoutOf('theirs') as never, revision };
    rename('mine');
    answer = 'slow';
    await pass(900);
    leave();
    await pass(5000);
    expect(puts.length).toBe(1);
    expect(JSON.stringify(queryClient.getQueryData(['user', 'settings']) ?? null)).not.toContain('mine');
    expect([store.conflict.value, store.saveFailure.value]).toEqual([null, null]);
  });
});
