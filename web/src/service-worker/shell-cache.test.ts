// What the service worker keeps and answers, with caches and a network that the test moves.
import { beforeEach, expect, it, vi } from 'vitest';
import { awayPage } from './away-page';
import { kindOf, ShellCache, type Shell, type Surroundings } from './shell-cache';

const ORIGIN = 'https://class.test';
const OLD: Shell = { build: 'old', scripts: ['/assets/index-1.js'], files: ['/assets/index-1.js', '/polyfills.js'] };
const NEW: Shell = { build: 'new', scripts: ['/assets/index-2.js'], files: ['/assets/index-2.js', '/polyfills.js'] };

type Kept = Map<string, Response>;
let stored: Map<string, Kept>;
/** What the server answers by path; a path that is missing is a network failure. */
let served: Record<string, () => Response | Promise<Response>>;
let asked: string[];
let late: () => void;

const pathOf = (input: RequestInfo): string => new URL(typeof input === 'string' ? input : input.url, ORIGIN).pathname;

const around: Surroundings = {
  caches: {
    open: async (name) => {
      const kept: Kept = stored.get(name) ?? new Map<string, Response>();
      stored.set(name, kept);
      return {
        match: async (key: RequestInfo) => kept.get(pathOf(key))?.clone(),
        put: async (key: RequestInfo, value: Response) => void kept.set(pathOf(key), value),
      } as unknown as Cache;
    },
    keys: async () => [...stored.keys()],
    delete: async (name) => stored.delete(name),
  },
  fetch: async (input) => {
    const path = pathOf(input);
    asked.push(path);
    const answer = served[path];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  },
  origin: ORIGIN,
  wait: () => new Promise((resolve) => (late = resolve)),
};

const pageOf = (shell: Shell) => () => new Response(`<script type="module" src="${shell.scripts[0]}"></script>`);
const file = (text: string) => () => Object.defineProperty(new Response(text), 'type', { value: 'basic' });
const serve = (shell: Shell): void => {
  served = {
    '/': pageOf(shell),
    '/polyfills.js': file('fills'),
    [shell.scripts[0] ?? '']: file(shell.build),
    '/sw.js': file(''),
  };
};
const request = (path: string, more: Partial<Request> = {}): Request =>
  ({ url: ORIGIN + path, method: 'GET', mode: 'no-cors', destination: 'script', cache: 'default', ...more }) as Request;
const visit = (more: Partial<Request> = {}) => request('/', { mode: 'navigate', destination: 'document', ...more });

beforeEach(() => {
  stored = new Map();
  asked = [];
  late = () => undefined;
});

async function installed(shell: Shell): Promise<ShellCache> {
  serve(shell);
  const cache = new ShellCache(shell, around);
  await cache.install();
  return cache;
}

it('answers for the page and for files of the build alone', () => {
  expect(kindOf(visit(), ORIGIN)).toBe('page');
  expect(kindOf(request('/assets/index-1.js'), ORIGIN)).toBe('asset');
  for (const path of ['/api/user/profile', '/api/cloud/files/1', '/resources/x.png', '/ws/chat', '/icons/icon-192.png'])
    expect(kindOf(request(path), ORIGIN)).toBeUndefined();
  expect(kindOf(visit({ url: `${ORIGIN}/api/user/export` }), ORIGIN)).toBeUndefined();
  expect(kindOf(visit({ destination: 'iframe' }), ORIGIN)).toBeUndefined();
  expect(kindOf(visit({ method: 'POST' }), ORIGIN)).toBeUndefined();
  expect(
    kindOf(request('/assets/index-1.js', { url: 'https://other.test/assets/index-1.js' }), ORIGIN),
  ).toBeUndefined();
});

it('shows the kept page when the server is away, and its own page when nothing is kept', async () => {
  const cache = await installed(OLD);
  served = {};
  expect(await (await cache.page(visit(), awayPage)).text()).toContain('index-1');
  expect(await (await cache.asset(request('/assets/index-1.js'))).text()).toBe('old');
  expect(await (await cache.asset(request('/polyfills.js'))).text()).toBe('fills');
  await cache.clear();
  const away = await cache.page(visit(), awayPage);
  expect([away.status, await away.text()]).toEqual([503, expect.stringContaining('连不上班级门户')]);
});

it('takes the page of the server first, so that nobody sees an old build after an update', async () => {
  const cache = await installed(OLD);
  serve(NEW);
  expect(await (await cache.page(visit(), awayPage)).text()).toContain('index-2');
});

it('shows the kept page when the server is slow, but waits when it is reloaded', async () => {
  const cache = await installed(OLD);
  let answer: (page: Response) => void = () => undefined;
  served['/'] = () => new Promise((resolve) => (answer = resolve));
  const opened = cache.page(visit(), awayPage);
  await vi.waitFor(() => expect(asked.filter((path) => path === '/')).toHaveLength(2));
  late();
  expect(await (await opened).text()).toContain('index-1');
  const reloaded = cache.page(visit({ cache: 'no-cache' }), awayPage);
  await vi.waitFor(() => expect(asked.filter((path) => path === '/')).toHaveLength(3));
  late();
  answer(pageOf(NEW)());
  expect(await (await reloaded).text()).toContain('index-2');
});

it('shows the kept page in place of a failure of the proxy, and every other answer as it is', async () => {
  const cache = await installed(OLD);
  served['/'] = () => new Response('bad gateway', { status: 502 });
  expect(await (await cache.page(visit(), awayPage)).text()).toContain('index-1');
  served['/'] = () => new Response('', { status: 429 });
  expect((await cache.page(visit(), awayPage)).status).toBe(429);
});

it('asks for a hashed file once, and never keeps a refusal', async () => {
  const cache = await installed(OLD);
  served['/assets/Later-3.js'] = file('later');
  for (let i = 0; i < 2; i += 1) await cache.asset(request('/assets/Later-3.js'));
  expect(asked.filter((path) => path.includes('Later'))).toHaveLength(1);
  served['/assets/Gone-4.js'] = () => new Response('', { status: 404 });
  expect((await cache.asset(request('/assets/Gone-4.js'))).status).toBe(404);
  expect([...(stored.get('portal-shell-old')?.keys() ?? [])]).not.toContain('/assets/Gone-4.js');
});

it('keeps nothing of an installation that fails or finds the page of another build', async () => {
  serve(OLD);
  await expect(new ShellCache(NEW, around).install()).rejects.toThrow('another build');
  delete served['/assets/index-1.js'];
  await expect(new ShellCache(OLD, around).install()).rejects.toThrow();
  expect([...stored.keys()]).toEqual([]);
});

it('removes the caches of other builds and leaves those of others alone', async () => {
  await installed(OLD);
  stored.set('of-someone-else', new Map());
  await (await installed(NEW)).activate();
  expect([...stored.keys()]).toEqual(['of-someone-else', 'portal-shell-new']);
});

it('leaves when the portal serves no worker any more, not when the server is away', async () => {
  const cache = await installed(OLD);
  expect(await cache.isWithdrawn('/sw.js')).toBe(false);
  delete served['/sw.js'];
  expect(await cache.isWithdrawn('/sw.js')).toBe(false);
  served['/sw.js'] = () => new Response('', { status: 404 });
  expect(await cache.isWithdrawn('/sw.js')).toBe(true);
});
