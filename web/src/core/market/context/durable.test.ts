// What a member keeps in an app: at once in memory, soon on the server, and on this device without one.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { leavingWarnings } from '../../leaving';
import { updateUser } from '../../session';
import { installed } from '../installed';
import type { Instance } from '../instance';
import { answer, appNamed, install, MEMBER, run, serve, startServer } from '../testing';

// Before the modules are read: they keep the timers that they find.
vi.hoisted(() => vi.useFakeTimers());

const PATH = '/api/market/storage/notes';
let stored: Record<string, unknown>;
let server: 'there' | 'away' | 'refusing';
let requests: ReturnType<typeof answer>;
let instance: Instance | undefined;

const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const writes = (): unknown[] => requests.filter(({ method }) => method === 'PUT').map(({ body }) => body);

async function open(): Promise<ServiceMarket.Storage> {
  const opening = run('notes');
  await wait(5);
  instance = await opening;
  return instance.context.data.storage;
}

beforeAll(() => {
  startServer();
  serve('notes/frontend/entry.js', `ServiceMarket.define({ name: 'notes', mount: function () {} });`);
});
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  stored = { level: 3 };
  server = 'there';
  requests = answer(({ method, path, body }) => {
    if (path !== PATH) return undefined;
    if (server === 'away') return 'away';
    if (server === 'refusing') return { status: 413 };
    const { set = {}, remove = [] } = (body ?? {}) as { set?: object; remove?: string[] };
    if (method === 'PUT') {
      Object.assign(stored, set);
      remove.forEach((key) => delete stored[key]);
    }
    return { body: { code: 200, message: '', data: { values: { ...stored } } } };
  });
  install(appNamed('notes'));
});
afterEach(async () => {
  instance?.close();
  instance = undefined;
  await wait(100);
  updateUser(MEMBER);
});

it('is read before the app is mounted, and answered at once', async () => {
  const storage = await open();
  expect([storage.get('level'), storage.get('none'), storage.get('none', 'usual')]).toEqual([3, null, 'usual']);
  expect(storage.set('name', { zh: '甲' })).toBe(true);
  expect(storage.get('name')).toEqual({ zh: '甲' });
  expect(storage.keys()).toEqual(['level', 'name']);
  storage.remove('level');
  expect(storage.get('level')).toBeNull();
  expect(storage.clear()).toBe(1);
  expect(storage.keys()).toEqual([]);
  expect(storage.prefix).toBe('data:notes:');
});

it('is written together within a second', async () => {
  const storage = await open();
  storage.set('a', 1);
  storage.set('b', [2]);
  storage.remove('level');
  expect(writes()).toEqual([]);
  await wait(1000);
  expect(writes()).toEqual([{ set: { a: 1, b: [2] }, remove: ['level'] }]);
  await wait(60_000);
  expect(writes()).toHaveLength(1);
});

it('is written when the app closes, and when the page goes', async () => {
  const storage = await open();
  storage.set('a', 1);
  window.dispatchEvent(new Event('pagehide'));
  await wait(5);
  storage.set('b', 2);
  instance?.close();
  await wait(5);
  expect(requests.filter(({ method }) => method === 'PUT').map(({ body, keepalive }) => [body, keepalive])).toEqual([
    [{ set: { a: 1 }, remove: [] }, true],
    [{ set: { b: 2 }, remove: [] }, false],
  ]);
});

it('keeps what the server does not have, and sends it when it is back', async () => {
  server = 'away';
  const storage = await open();
  expect(storage.get('level'), 'never read').toBeNull();
  storage.set('draft', 'text');
  await wait(1000);
  expect(leavingWarnings()).toHaveLength(1);
  instance?.close();
  await wait(100);
  expect(stored).toEqual({ level: 3 });
  server = 'there';
  const again = await open();
  expect([again.get('draft'), again.get('level')]).toEqual(['text', 3]);
  await wait(1000);
  expect(stored).toEqual({ level: 3, draft: 'text' });
  expect(leavingWarnings()).toEqual([]);
});

it('has its values without a server as it had them last', async () => {
  await open();
  instance?.close();
  server = 'away';
  expect((await open()).get('level')).toBe(3);
});

it('takes no more than there is room for, and nothing that JSON cannot hold', async () => {
  const storage = await open();
  expect(storage.set('big', 'x'.repeat(65 * 1024))).toBe(false);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect([storage.set('circle', circle), storage.set('function', () => 1)]).toEqual([false, false]);
  for (let i = 0; i < 99; i++) expect(storage.set(`k${i}`, i)).toBe(true);
  expect(storage.set('k100', 1)).toBe(false);
  expect(storage.set('k0', 'again'), 'no further key').toBe(true);
});

it('counts characters as the server does: keys and values, a Chinese one or an emoji as one', async () => {
  const storage = await open();
  storage.remove('level');
  // With the key and the quotation marks.
  expect(storage.set('a', '汉'.repeat(64 * 1024 - 3))).toBe(true);
  expect(storage.set('a', '🀄'.repeat(64 * 1024 - 3))).toBe(true);
  expect(storage.set('a', 'x'.repeat(64 * 1024 - 2))).toBe(false);
  expect(storage.set('b', 1)).toBe(false);
});

it('refuses a key that the server would not take, so that it costs no other key', async () => {
  const storage = await open();
  const keys = ['', '键'.repeat(101), 'a\0b', '键'.repeat(100)];
  expect(keys.map((key) => storage.set(key, 1))).toEqual([false, false, false, true]);
  await wait(1000);
  expect(writes()).toEqual([{ set: { [keys[3] as string]: 1 }, remove: [] }]);
});

it('knows its own keys from what every object seems to have', async () => {
  const storage = await open();
  storage.remove('constructor');
  await wait(1000);
  expect(writes()).toEqual([]);
  storage.set('constructor', 1);
  storage.set('__proto__', 2);
  await wait(1000);
  expect(Object.entries((writes()[0] as { set: object }).set)).toEqual([
    ['constructor', 1],
    ['__proto__', 2],
  ]);
  storage.remove('constructor');
  storage.remove('__proto__');
  await wait(1000);
  expect(writes()[1]).toEqual({ set: {}, remove: ['constructor', '__proto__'] });
});

it('does not go on with what the server refuses', async () => {
  const storage = await open();
  server = 'refusing';
  storage.set('a', 1);
  await wait(120_000);
  expect(writes()).toEqual([{ set: { a: 1 }, remove: [] }]);
});

it('belongs to the member: what is not sent goes with the sign-out, and to nobody else', async () => {
  const storage = await open();
  storage.set('secret', 1);
  updateUser({ ...MEMBER, user_id: '260102' });
  Object.keys(localStorage).forEach((key) => localStorage.removeItem(key));
  instance?.close();
  await wait(2000);
  expect(writes()).toEqual([]);
  expect(Object.keys(localStorage).filter((key) => key.includes('notes'))).toEqual([]);
  installed.clear();
});
