// Runs the services of apps: what an app does while its window is closed, such as counting what is
// unread. They start once the desktop is idle and end with the desktop.
import { onScopeDispose, watch } from 'vue';
import { completeApps, visibleApps, type RegisteredApp } from './apps';
import { serverOffline } from './connection';
import { warn } from './warn';

/** As the live connection waits, so that what is pushed finds its listeners. */
const IDLE_MS = 2_500;

let startNow: () => void = () => undefined;

/** Starts the services at once; for an app that is opened before the desktop is idle. */
export function startServicesNow(): void {
  startNow();
}

/** Keeps the services of all apps that are there running; to be called by the desktop. */
export function followServices(): void {
  const stops = new Map<string, () => void>();
  let ended = false;
  let isIdle = false;

  async function start({ name, service }: RegisteredApp): Promise<void> {
    // Code that an engine could not fetch is lost to the page, so a server that is offline is not asked.
    if (!service || stops.has(name) || serverOffline.value) return;
    stops.set(name, () => undefined);
    try {
      const { default: run } = await service();
      if (!ended && stops.has(name)) stops.set(name, run());
    } catch {
      stops.delete(name);
      warn(`the service of ${name} did not start`);
    }
  }

  function follow(): void {
    isIdle = true;
    const there = visibleApps();
    const names = new Set(there.map((app) => app.name));
    [...stops]
      .filter(([name]) => !names.has(name))
      .forEach(([name, stop]) => {
        stop();
        stops.delete(name);
      });
    there.forEach((app) => void start(app));
    // Which services there are is among the details of the apps; with these the watch below starts them.
    if (!serverOffline.value) completeApps().catch(() => warn('the services of apps did not start'));
  }

  const timer = window.setTimeout(follow, IDLE_MS);
  startNow = follow;
  // Those that did not start while the server was offline start when it is back.
  const stopWatch = watch([visibleApps, serverOffline], () => {
    if (isIdle && !serverOffline.value) follow();
  });
  onScopeDispose(() => {
    ended = true;
    startNow = () => undefined;
    window.clearTimeout(timer);
    stopWatch();
    stops.forEach((stop) => stop());
    stops.clear();
  });
}
