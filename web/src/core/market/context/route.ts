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

function read({ name }: InstalledApp): Place {
  const full = appPath(name);
  const [path = '', ...query] = full.split('?');
  return {
    path: `/${path}`,
    fullPath: `/${full}`,
    // The route of a manifest has no `:name`.
    params: {},
    query: queryOf(query.join('?')),
  };
}

function queryOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  new URLSearchParams(text).forEach((value, name) => (found[name] = value));
  return found;
}
