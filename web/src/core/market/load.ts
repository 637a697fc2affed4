// Brings scripts and styles of installed apps into the page, and takes them out again. A script is asked for once per
// package; what it defines stays until the app is updated or gone.
import { watch } from 'vue';
import type { InstalledApp } from './types';
import { forgetCrashes, watchCrashes } from './crashes';
import { installed } from './installed';
import { installPageTimers } from './page-timers';
import { native } from './native';
import { STATIC } from './owner';
import { endScriptScope } from './script-scopes';
import { warn } from '../warn';

interface Load {
  app: string;
  revision: string;
  script: HTMLScriptElement;
  read: Promise<void>;
}

/** A style that does not come must not keep the app from its window. */
const STYLE_MS = 3000;
const SCRIPT_MS = 30_000;

/** By address. */
const loads = new Map<string, Load>();
const links = new Map<string, { link: HTMLLinkElement; read: Promise<void> }>();
const removers = new Set<(app: string) => void>();

/** Calls `forget` with each app whose scripts leave the page. */
export function onRemoved(forget: (app: string) => void): void {
  removers.add(forget);
}

/** Which package of an app this is: its author may install another one under the same version. */
export function revisionOf({ version, updated_at: at }: InstalledApp): string {
  return `${version}-${at}`;
}

/** The address of a file of an app, of this package; throws for one outside of the app. */
export function addressOf(app: InstalledApp, file: string): string {
  const { name } = app;
  const root = `${STATIC}${name}/`;
  const { origin, pathname, search, hash } = new URL(file, location.origin + root);
  if (origin !== location.origin || !pathname.startsWith(root) || search || hash)
    throw new Error(`${name}: ${file} is no file of the app`);
  return `${pathname}?v=${encodeURIComponent(revisionOf(app))}`;
}

/** Reads a script of an app, unless that of this package has been read. */
export function readScript(app: InstalledApp, file: string): Promise<void> {
  follow();
  const revision = revisionOf(app);
  if ([...loads.values()].some((load) => load.app === app.name && load.revision !== revision)) {
    removeApp(app.name);
    // The next package begins with a clean slate.
    forgetCrashes(app.name);
  }
  const address = addressOf(app, file);
  const before = loads.get(address);
  if (before) return before.read;
  installPageTimers();
  watchCrashes();
  const script = document.createElement('script');
  script.dataset.marketApp = app.name;
  script.async = true;
  script.src = address;
  const read = settled(script, SCRIPT_MS).then((outcome) => {
    if (outcome === 'read') return;
    // Asked for again at the next try.
    if (loads.get(address)?.script === script) removeApp(app.name);
    throw new Error(`${address} could not be loaded`);
  });
  loads.set(address, { app: app.name, revision, script, read });
  document.head.appendChild(script);
  return read;
}

/** Brings the style of an app; without it the app still works. */
export async function readStyle(app: InstalledApp): Promise<void> {
  const { style } = app.frontend;
  if (!style) return;
  const address = addressOf(app, style);
  const before = links.get(app.name);
  if (before?.link.getAttribute('href') === address) return before.read;
  before?.link.remove();
  const link = document.createElement('link');
  link.dataset.marketApp = app.name;
  link.rel = 'stylesheet';
  link.href = address;
  const read = settled(link, STYLE_MS).then((outcome) => {
    // One that is only late shows when it comes.
    if (outcome !== 'failed') return;
    warn(`${address} could not be loaded`);
    link.remove();
    if (links.get(app.name)?.link === link) links.delete(app.name);
  });
  links.set(app.name, { link, read });
  document.head.appendChild(link);
  return read;
}

/**
 * Whether an app may define something now: not where its script is one that has left the page, and came late. A script
 * that is being read names its app; where none is, the app has a script in the page.
 */
export function mayDefine(app: string): boolean {
  const reading = document.currentScript as HTMLScriptElement | null;
  const own = [...loads.values()].filter((load) => load.app === app);
  return reading?.dataset.marketApp ? own.some(({ script }) => script === reading) : own.length > 0;
}

/** Takes scripts, style and all that they have defined out of the page. */
export function removeApp(app: string): void {
  loads.forEach((load, address) => {
    if (load.app !== app) return;
    load.script.remove();
    loads.delete(address);
  });
  links.get(app)?.link.remove();
  links.delete(app);
  endScriptScope(app);
  removers.forEach((forget) => forget(app));
}

let isFollowing = false;

/** From now on apps that are gone leave the page. One that is another package does when it is opened again. */
function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  watch(
    () => [...installed.keys()],
    () => {
      const known = [...[...loads.values()].map(({ app }) => app), ...links.keys()];
      known
        .filter((app) => !installed.has(app))
        .forEach((app) => {
          removeApp(app);
          forgetCrashes(app);
        });
    },
    { flush: 'post' },
  );
}

type Outcome = 'read' | 'failed' | 'late';

/** What becomes of a tag within some time. */
function settled(tag: HTMLElement, ms: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = native.setTimeout(() => resolve('late'), ms);
    const end = (outcome: Outcome): void => {
      native.clearTimeout(timer);
      resolve(outcome);
    };
    tag.addEventListener('load', () => end('read'));
    tag.addEventListener('error', () => end('failed'));
  });
}
