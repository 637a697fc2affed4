// Runs the services of apps: what an app does while its window is closed, such as counting what is
// unread. They start once the first picture is calm and end with the desktop.
import { onScopeDispose, watch } from 'vue';
import { visibleApps, type RegisteredApp } from './apps';
import { serverAway } from './connection';
import { warn } from './warn';

/** As the live connection waits, so that what is pushed finds its listeners. */
const CALM_MS = 2_500;

let hurry: () => void = () => undefined;

/** Starts the services at once; for an app that is opened before the desktop has calmed down. */
export function hurryServices(): void {
  hurry();
}

/** Keeps the services of all apps that are there running; to be called by the desktop. */
export function followServices(): void {
  const stops = new Map<string, () => void>();
  let ended = false;
  let calm = false;

  async function start({ name, service }: RegisteredApp): Promise<void> {
    // Code that an engine could not fetch is lost to the page, so a server that is away is not asked.
    if (!service || stops.has(name) || serverAway.value) return;
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
    calm = true;
    const there = visibleApps();
    const names = new Set(there.map((app) => app.name));
    [...stops]
      .filter(([name]) => !names.has(name))
      .forEach(([name, stop]) => {
        stop();
        stops.delete(name);
      });
    there.forEach((app) => void start(app));
  }

  const timer = window.setTimeout(follow, CALM_MS);
  hurry = follow;
  // Those that did not start while the server was away start when it is back.
  const stopWatch = watch([visibleApps, serverAway], () => {
    if (calm && !serverAway.value) follow();
  });
  onScopeDispose(() => {
    ended = true;
    hurry = () => undefined;
    window.clearTimeout(timer);
    stopWatch();
    stops.forEach((stop) => stop());
    stops.clear();
  });
}
