// What the service worker keeps and answers: the page and the hashed files that it is made of, and nothing else.
// Answers of the server and files of people never come here, because school computers are shared.

/** What a build needs to show its first screen. */
export interface Shell {
  /** Changes with every file of the build. */
  build: string;
  /** The hashed scripts that the page of this build names; a page that names others is of another build. */
  scripts: readonly string[];
  /** Paths of the files that are fetched when the worker is installed; the page itself is not among them. */
  files: readonly string[];
}

/** What the worker takes from its surroundings; tests bring their own. */
export interface Surroundings {
  caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>;
  fetch: (input: RequestInfo, init?: RequestInit) => Promise<Response>;
  origin: string;
  /** Answers after so many milliseconds. */
  wait: (ms: number) => Promise<void>;
}

/** How a request is answered; `undefined` leaves it to the browser. */
export type Kind = 'page' | 'asset' | undefined;

const PREFIX = 'portal-shell-';
const PAGE = '/';
const ASSETS = '/assets/';
/** A server that is slower than this is treated as away, as long as there is a page to show. */
export const PAGE_WAIT_MS = 4000;
/** What a proxy answers when the portal behind it is away. */
const GATEWAY_FAILURES = [502, 503, 504];

/** Sorts a request. */
export function kindOf(request: Request, origin: string): Kind {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return undefined;
  if (request.mode === 'navigate') {
    return url.pathname === PAGE && request.destination !== 'iframe' ? 'page' : undefined;
  }
  return url.pathname.startsWith(ASSETS) || url.pathname === '/polyfills.js' ? 'asset' : undefined;
}

/** The cache of one build. */
export class ShellCache {
  readonly #name: string;
  /** What is asked for afterwards must not make a cache anew. */
  #isCleared = false;

  constructor(
    private readonly shell: Shell,
    private readonly around: Surroundings,
  ) {
    this.#name = PREFIX + shell.build;
  }

  /** Fetches the whole shell; rejects, and keeps nothing, unless page and files are of this build. */
  async install(): Promise<void> {
    const { caches, fetch } = this.around;
    const cache = await caches.open(this.#name);
    try {
      const page = await fetch(PAGE, { cache: 'no-store', credentials: 'omit' });
      // Between two builds, or on two nodes of different ones, the page may belong to the other.
      const text = await page.clone().text();
      if (!page.ok || !this.shell.scripts.every((path) => text.includes(path)))
        throw new Error('page of another build');
      await Promise.all(
        this.shell.files.map(async (path) => {
          const file = await fetch(path, { cache: path.startsWith(ASSETS) ? 'default' : 'no-store' });
          if (!file.ok) throw new Error(`${path}: ${file.status}`);
          await cache.put(path, file);
        }),
      );
      // Last: a cache with a page is a whole one.
      await cache.put(PAGE, page);
    } catch (cause) {
      await caches.delete(this.#name);
      throw cause;
    }
  }

  /** Removes the caches of other builds. */
  async activate(): Promise<void> {
    await this.#deleteCaches((name) => name !== this.#name);
  }

  /** Removes everything that a worker of the portal has ever kept. */
  async clear(): Promise<void> {
    this.#isCleared = true;
    await this.#deleteCaches(() => true);
  }

  /**
   * The page: the server's, so that nobody sees an old build after an update. The kept one comes when there is no
   * answer, or none in time; a reload waits for as long as the browser does.
   */
  async page(request: Request, away: () => Response): Promise<Response> {
    const answer = this.around.fetch(request).catch(() => undefined);
    const isReload = request.cache !== 'default';
    const inTime = isReload
      ? await answer
      : await Promise.race([answer, this.around.wait(PAGE_WAIT_MS).then(() => 'late' as const)]);
    if (inTime !== 'late' && inTime && !GATEWAY_FAILURES.includes(inTime.status)) return inTime;
    const kept = this.#isCleared ? undefined : await (await this.around.caches.open(this.#name)).match(PAGE);
    return kept ?? (await answer) ?? away();
  }

  /** A file whose name changes with its content: the kept one, else the server's, which is then kept. */
  async asset(request: Request): Promise<Response> {
    if (this.#isCleared) return this.around.fetch(request);
    const { pathname } = new URL(request.url);
    const cache = await this.around.caches.open(this.#name);
    const isHashed = pathname.startsWith(ASSETS);
    if (!isHashed) {
      const answer = await this.around.fetch(request).catch(() => undefined);
      return answer?.ok ? answer : ((await cache.match(pathname)) ?? answer ?? Response.error());
    }
    const kept = await cache.match(pathname);
    if (kept) return kept;
    const answer = await this.around.fetch(request);
    if (answer.ok && answer.type === 'basic') await cache.put(pathname, answer.clone()).catch(() => undefined);
    return answer;
  }

  /** Whether the server says that it serves no worker; no answer says nothing. */
  async isWithdrawn(script: string): Promise<boolean> {
    const answer = await this.around.fetch(script, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
    return answer !== undefined && (answer.status === 404 || answer.status === 410);
  }

  async #deleteCaches(which: (name: string) => boolean): Promise<void> {
    const names = await this.around.caches.keys();
    const gone = names.filter((name) => name.startsWith(PREFIX) && which(name));
    await Promise.all(gone.map((name) => this.around.caches.delete(name)));
  }
}
