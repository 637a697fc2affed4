// What a window of an app needs is fetched while the desktop draws the window.
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { prepareWindow } from './instance';
import type { InstalledApp } from './types';
import { answer, appNamed, asked, install, run, serve, startServer } from './testing';

// Before the modules are read: they keep the timers that they find.
vi.hoisted(() => vi.useFakeTimers());

const seen: string[] = [];
let app: InstalledApp;
let requests: ReturnType<typeof answer>;

const wait = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
async function openAndClose(): Promise<void> {
  const opening = run('chess');
  await wait(2);
  (await opening).close();
}
/** How often the script and the values were asked for. */
const fetched = (): number[] => [
  asked.filter((address) => address.includes('/chess/')).length,
  requests.filter(({ path }) => path === '/api/market/storage/chess').length,
];

beforeAll(startServer);
beforeEach(() => {
  Object.assign(window, { seen });
  requests = answer(() => undefined);
  serve(
    'chess/frontend/entry.js',
    "ServiceMarket.define({ name: 'chess', mount: function () { seen.push('mounted'); } });",
  );
  app = install(appNamed('chess'));
});

it('is fetched once for both, and read anew for the next window', async () => {
  prepareWindow(app);
  await wait(2);
  expect([fetched(), seen]).toEqual([[1, 1], []]);
  await openAndClose();
  expect([fetched(), seen]).toEqual([[1, 1], ['mounted']]);
  await openAndClose();
  expect(fetched()).toEqual([1, 2]);
});

it('is not kept for a window that never comes: another device may write meanwhile', async () => {
  prepareWindow(app);
  await wait(10_000);
  await openAndClose();
  expect(fetched()[1]).toBe(2);
});
