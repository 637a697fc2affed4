// `route`: what the address says to an app, `#/app/<name>/<path>?<query>`, as it changes.
import { watch } from 'vue';
import { appPath } from '../../app-path';
import type { InstalledApp } from '../types';
import type { Scope } from '../scope';

type Route = ServiceMarket.Route;
type Place = Omit<Route, 'onChange'>;

/** The route of an app as one scope sees it: one object, which follows the address. */
export function routeOf(app: InstalledApp, scope: Scope): Route {
  const hearers = new Set<(route: Route) => void>();
  const route: Route = {
    ...read(app),
    onChange(hear) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
  const follow = (): void => {
    Object.assign(route, read(app));
    hearers.forEach((hear) => scope.guard(() => hear(route)));
  };
  scope.onEnd(watch(() => appPath(app.name), follow, { flush: 'sync' }));
  return route;
}

function read({ name, frontend }: InstalledApp): Place {
  const full = appPath(name);
  const [path = '', ...query] = full.split('?');
  return {
    path: `/${path}`,
    fullPath: `/${full}`,
    params: paramsOf(frontend.route, path),
    query: queryOf(query.join('?')),
  };
}

/** What stands for each `:name` of the manifest's route, such as `/chess/:room_code?`. */
function paramsOf(pattern: string, path: string): Record<string, string> {
  const parts = path.split('/').filter(Boolean).map(decoded);
  const names = (pattern.match(/:\w+/g) ?? []).map((name) => name.slice(1));
  const found: Record<string, string> = {};
  names.forEach((name, i) => {
    const part = parts[i];
    if (part !== undefined) found[name] = part;
  });
  return found;
}

function queryOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  new URLSearchParams(text).forEach((value, name) => (found[name] = value));
  return found;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
