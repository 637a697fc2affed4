// Lets the browser keep the shell of the portal, where the page is secure; over plain HTTP there is no service
// worker, and nothing is kept.
import { watch } from 'vue';
import { pageIsOld, serverOffline } from '@/core/connection';

const SCRIPT = '/sw.js';

/** The parts of the browser that this needs; tests bring their own. */
interface Browser {
  container: Pick<ServiceWorkerContainer, 'register' | 'addEventListener'>;
  caches: Pick<CacheStorage, 'match'>;
  /** The hashed scripts that this page began with. */
  scripts: readonly string[];
}

/** Registers the worker, and notes when a newer one than this page has taken over. */
export async function keepShell({ container, caches, scripts }: Browser): Promise<void> {
  container.addEventListener('controllerchange', () => {
    // The newer worker has removed the cache of the build that this page came from.
    void Promise.all(scripts.map((path) => caches.match(path))).then((kept) => {
      if (kept.includes(undefined)) pageIsOld();
    });
  });
  try {
    // Whoever tests with workers blocked gets no registration.
    const registration = (await container.register(SCRIPT, { updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined;
    // A kept page asks again as soon as the server is back.
    watch(serverOffline, (offline) => {
      if (!offline) registration?.update().catch(() => undefined);
    });
  } catch {
    // A portal that is served without a worker, or a browser that keeps nothing: it goes without.
  }
}

/** Starts all of this in the browser; called when the page is calm. */
export function startShell(): void {
  const modules = document.querySelectorAll<HTMLScriptElement>('script[type=module]');
  void keepShell({ container: navigator.serviceWorker, caches, scripts: [...modules].map(({ src }) => src) });
}
