// Lets the browser keep the shell of the portal, where the page is secure; over plain HTTP there is no service
// worker, and nothing is kept.
import { watch } from 'vue';
import { pageIsOld, serverOffline } from '@/core/connection';

const SCRIPT = '/sw.js';

/** The parts of the browser that this needs; tests bring their own. */
interface Browser {
  container: Pick<ServiceWorkerContainer, 'register' | 'addEventListener'>;
  caches: Pick<CacheStorage, 'match'>;
  fetch: (path: string, init: RequestInit) => Promise<Pick<Response, 'ok'>>;
  /** The hashed scripts that this page began with. */
  scripts: readonly string[];
}

/** Registers the worker, and notes when a newer one than this page has taken over. */
export async function keepShell({ container, caches, fetch, scripts }: Browser): Promise<void> {
  container.addEventListener('controllerchange', () => {
    // The newer worker has removed the cache of the build that this page came from.
    void Promise.all(scripts.map((path) => caches.match(path))).then((kept) => {
      if (kept.includes(undefined)) pageIsOld();
    });
  });
  try {
    // A portal that serves no worker makes the browser unregister the one it has. `register` would take that back.
    const isServed = (await fetch(SCRIPT, { method: 'HEAD', cache: 'no-store' })).ok;
    if (!isServed) return;
    // Whoever tests with workers blocked gets no registration.
    const registration = (await container.register(SCRIPT, { updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined;
    // A kept page asks again as soon as the server is back.
    watch(serverOffline, (offline) => {
      if (!offline) registration?.update().catch(() => undefined);
    });
  } catch {
    // The server is away, or the browser keeps nothing: it goes without.
  }
}

/** Starts all of this in the browser; called when the page is calm. */
export function startShell(): void {
  const modules = document.querySelectorAll<HTMLScriptElement>('script[type=module]');
  void keepShell({
    container: navigator.serviceWorker,
    caches,
    fetch: (path, init) => fetch(path, init),
    scripts: [...modules].map(({ src }) => src),
  });
}
