// How scripts and styles of apps come into the page, what they may define, and how they leave.
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { unregisterApp } from '../apps';
import { installed } from './installed';
import type { Instance } from './instance';
import { answer, appNamed, asked, hold, inPage, install, run, serve, startServer } from './testing';

interface Global {
  define: (definition: unknown) => void;
  apps: Record<string, unknown>;
}
const market = (): Global => (window as unknown as { ServiceMarket: Global }).ServiceMarket;

const seen: string[] = [];
let instance: Instance | undefined;
const entry = (name: string, code: string): void => serve(`${name}/frontend/entry.js`, code);
const plain = (name: string, word = 'mounted'): string =>
  `ServiceMarket.define({ name: '${name}', mount: function () { seen.push('${word}'); },
    unmount: function () { seen.push('un${word}'); } });`;
const withStyle = { route: '/one', entry: './frontend/entry.js', style: './frontend/style.css', widgets: [] };

beforeAll(startServer);
beforeEach(() => {
  seen.length = 0;
  asked.length = 0;
  Object.assign(window, { seen });
  answer(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  instance?.close();
  instance = undefined;
  [...installed.keys()].forEach((name) => {
    installed.delete(name);
    unregisterApp(name);
  });
  await vi.waitFor(() => expect(inPage()).toEqual([]));
});

it('asks for script and style of the version, each once', async () => {
  entry('one', plain('one'));
  serve('one/frontend/style.css', '');
  install(appNamed('one', { version: '1.2.0', frontend: withStyle }));
  instance = await run('one');
  expect(asked).toEqual([
    '/market-static/one/frontend/entry.js?v=1.2.0-1000',
    '/market-static/one/frontend/style.css?v=1.2.0-1000',
  ]);
  instance.close();
  instance = await run('one');
  expect(asked).toHaveLength(2);
  expect(seen).toEqual(['mounted', 'unmounted', 'mounted']);
});

it('works without the style, and asks again for a script that did not come', async () => {
  install(appNamed('fresh', { frontend: withStyle }));
  await expect(run('fresh')).rejects.toThrow('could not be loaded');
  expect(inPage()).toEqual([]);
  entry('fresh', plain('fresh'));
  instance = await run('fresh');
  expect(seen).toEqual(['mounted']);
  expect(asked.map((address) => address.replace('/market-static/fresh/frontend/', ''))).toEqual([
    'entry.js?v=1.0.0-1000',
    'style.css?v=1.0.0-1000',
    'entry.js?v=1.0.0-1000',
    'style.css?v=1.0.0-1000',
  ]);
});

it('loads nothing from outside of the folder of the app', async () => {
  for (const path of ['https://evil.example/x.js', '//evil.example/x.js', '../two/entry.js', '/api/x', './e.js?v=2']) {
    install(appNamed('one', { frontend: { route: '/one', entry: path, widgets: [] } }));
    await expect(run('one')).rejects.toThrow('is no file of the app');
  }
  expect(asked).toEqual([]);
});

it('takes what a script without `define` has written into `apps`', async () => {
  entry('one', `ServiceMarket.apps.one = { name: 'one', mount: function () { seen.push('mounted'); } };`);
  install(appNamed('one'));
  instance = await run('one');
  expect(seen).toEqual(['mounted']);
});

it('refuses a script that defines nothing', async () => {
  entry('one', `seen.push('read');`);
  install(appNamed('one'));
  await expect(run('one')).rejects.toThrow('has not called ServiceMarket.define');
  entry('one', plain('one'));
  instance = await run('one');
  expect(seen).toEqual(['read', 'mounted']);
});

it('throws at a definition without name or mount, and at one of another app', async () => {
  const define = (given: unknown) => () => market().define(given);
  expect(define(undefined)).toThrow(TypeError);
  expect(define({ mount: () => undefined })).toThrow('needs a name');
  expect(define({ name: 'one' })).toThrow('needs a function mount');
  entry('two', plain('two'));
  install(appNamed('two'));
  instance = await run('two');
  entry(
    'one',
    `try { ServiceMarket.define({ name: 'two', mount: function () {} }); } catch (e) { seen.push(e.message); }
    ${plain('one')}`,
  );
  install(appNamed('one'));
  const other = await run('one');
  expect(seen).toContain('ServiceMarket.define: one cannot define two');
  other.close();
});

it('reads the next version anew, and lets the old one go', async () => {
  entry('one', plain('one', 'first'));
  install(appNamed('one'));
  instance = await run('one');
  instance.close();
  entry('one', plain('one', 'second'));
  install(appNamed('one', { version: '1.1.0' }));
  instance = await run('one');
  expect(seen).toEqual(['first', 'unfirst', 'second']);
  expect(inPage()).toEqual(['/market-static/one/frontend/entry.js?v=1.1.0-1000']);
});

it('reads a package of the same version anew that came later', async () => {
  entry('one', plain('one', 'first'));
  serve('one/frontend/style.css', '');
  install(appNamed('one', { frontend: withStyle }));
  instance = await run('one');
  instance.close();
  entry('one', plain('one', 'second'));
  install(appNamed('one', { updated_at: 2000, frontend: withStyle }));
  instance = await run('one');
  expect(seen).toEqual(['first', 'unfirst', 'second']);
  expect(inPage()).toEqual([
    '/market-static/one/frontend/entry.js?v=1.0.0-2000',
    '/market-static/one/frontend/style.css?v=1.0.0-2000',
  ]);
});

it('takes script, style and definition of an uninstalled app out of the page', async () => {
  entry('one', plain('one'));
  serve('one/frontend/style.css', '');
  install(appNamed('one', { frontend: withStyle }));
  instance = await run('one');
  installed.delete('one');
  await vi.waitFor(() => expect(inPage()).toEqual([]));
  expect(market().apps.one).toBeUndefined();
});

it('drops the definition of a script that comes after its app has gone', async () => {
  entry('one', plain('one'));
  install(appNamed('one'));
  const deliver = hold();
  const running = run('one');
  running.catch(() => undefined);
  installed.delete('one');
  await vi.waitFor(() => expect(inPage()).toEqual([]));
  deliver();
  await expect(running).rejects.toThrow('has not called ServiceMarket.define');
  expect(market().apps.one).toBeUndefined();
});

it('drops the definition of an old version that comes after the new one was asked for', async () => {
  entry('one', plain('one', 'old'));
  install(appNamed('one'));
  const deliver = hold();
  const old = run('one');
  old.catch(() => undefined);
  install(appNamed('one', { version: '2.0.0' }));
  const opening = run('one');
  deliver();
  instance = await opening;
  expect(inPage()).toEqual(['/market-static/one/frontend/entry.js?v=2.0.0-1000']);
  expect(Object.keys(market().apps)).toEqual(['one']);
});

it('has one global that scripts cannot put aside', () => {
  expect(() => {
    'use strict';
    Object.assign(market(), { define: () => undefined });
  }).toThrow(TypeError);
  expect(Object.keys(market()).sort()).toEqual([
    'apps',
    'define',
    'defineWidget',
    'registerWidget',
    'sdk',
    'websocket',
  ]);
});
