// When a page finds out that it is of an older build than the worker.
import { afterEach, expect, it, vi } from 'vitest';
import { newVersion, serverOffline } from '@/core/connection';
import { keepShell } from './register';

afterEach(() => {
  newVersion.value = false;
  serverOffline.value = false;
});

/** A browser with a worker; `kept` is what its caches hold, `ok` is whether the server has the worker's script. */
function browser(kept: string[], ok = true) {
  const update = vi.fn(async () => undefined);
  let change: () => void = () => undefined;
  const container = {
    register: vi.fn(async () => ({ update })),
    addEventListener: (_: string, listener: () => void) => (change = listener),
  };
  const caches = { match: async (path: string) => (kept.includes(path) ? {} : undefined) };
  const start = () =>
    keepShell({
      container,
      caches,
      fetch: async () => ({ ok }),
      scripts: ['/assets/index-1.js'],
    } as unknown as Parameters<typeof keepShell>[0]);
  return { start, update, container, takeOver: () => change() };
}

it('takes the first worker for its own and a later one for a new version', async () => {
  const kept = ['/assets/index-1.js'];
  const { start, takeOver } = browser(kept);
  await start();
  takeOver();
  await vi.waitFor(() => expect(newVersion.value).toBe(false));
  kept.splice(0, 1, '/assets/index-2.js');
  takeOver();
  await vi.waitFor(() => expect(newVersion.value).toBe(true));
});

it('asks for a newer worker as soon as the server is back', async () => {
  const { start, update } = browser([]);
  await start();
  serverOffline.value = true;
  await vi.waitFor(() => expect(update).not.toHaveBeenCalled());
  serverOffline.value = false;
  await vi.waitFor(() => expect(update).toHaveBeenCalledOnce());
});

it('registers nothing where the portal serves no worker, which would take back that the browser lost it', async () => {
  const { start, container } = browser([], false);
  await start();
  expect(container.register).not.toHaveBeenCalled();
});

it('goes without a worker where the browser refuses one', async () => {
  const { start, container } = browser([]);
  container.register.mockRejectedValue(new TypeError('denied'));
  await expect(start()).resolves.toBeUndefined();
});
