// The service worker: connects the browser's events to `ShellCache`. scripts/make-worker.mjs makes dist/sw.js of it
// after the build, with the list of what that build consists of.
import { awayPage } from './away-page';
import { kindOf, ShellCache, type Shell } from './shell-cache';

declare const SHELL: Shell;

interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

/** What the library of DOM types, which the rest of the sources use, does not have. */
interface WorkerScope {
  location: Location;
  fetch: WindowOrWorkerGlobalScope['fetch'];
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  registration: ServiceWorkerRegistration;
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
    (type: 'fetch', listener: (event: FetchEvent) => void): void;
  };
}

const worker = self as unknown as WorkerScope;
const { origin } = worker.location;
const shell = new ShellCache(SHELL, {
  caches,
  fetch: (input, init) => worker.fetch(input, init),
  origin,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

worker.addEventListener('install', (event) => {
  // The new worker does not wait for the old pages to close: they find out that they are old.
  event.waitUntil(shell.install().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(shell.activate().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const kind = kindOf(event.request, origin);
  if (kind === 'asset') event.respondWith(shell.asset(event.request));
  if (kind !== 'page') return;
  event.respondWith(shell.page(event.request, awayPage));
  event.waitUntil(leaveWhenWithdrawn());
});

/** A portal that is served without a worker gets rid of one that an earlier version left in the browser. */
async function leaveWhenWithdrawn(): Promise<void> {
  if (!(await shell.isWithdrawn(worker.location.pathname))) return;
  await shell.clear();
  await worker.registration.unregister();
}
