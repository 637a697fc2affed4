// `router`: where an app can go. Paths are those of the prior system: the start, the app itself, other apps by their
// names, and two that carry something to another feature.
import { openAppPath, replaceAppPath } from '../../app-path';
import { findApp } from '../../apps';
import { toast } from '../../toast';
import type { InstalledApp } from '../types';
import { t } from '../i18n';
import { installed } from '../installed';
import { openForward } from './forward';

type Target = ServiceMarket.Target;

/** A way that is left to the one who draws the app: its window closes. */
export type GoDesktop = () => void;

interface Place {
  path: string;
  query: URLSearchParams;
}

/** The router of an app. */
export function routerOf(app: InstalledApp, route: ServiceMarket.Route, goDesktop: GoDesktop): ServiceMarket.Router {
  function go(to: Target, isReplacing: boolean): void {
    const { path, query } = placeOf(to);
    if (path === '/') return goDesktop();
    if (path === '/chat' && query.has('forward')) {
      return openForward(app, query.get('forward') ?? '', query.get('forwardType') ?? '');
    }
    const found = appAt(app, path);
    const words = query.toString();
    if (!found) return void toast(t('router.unknown', { path }), { kind: 'error' });
    const inside = `${found.inside}${words ? `?${words}` : ''}`;
    if (isReplacing && found.name === app.name) replaceAppPath(found.name, inside);
    else openAppPath(found.name, inside);
  }
  return {
    push: (to) => go(to, false),
    replace: (to) => go(to, true),
    back: () => history.back(),
    currentRoute: route,
  };
}

function placeOf(to: Target): Place {
  const { path = '/', query = {} } = typeof to === 'string' ? { path: to } : to;
  const [bare = '', ...words] = path.split('?');
  const all = new URLSearchParams(words.join('?'));
  Object.entries(query).forEach(([name, value]) => {
    if (value !== null && value !== undefined) all.set(name, String(value));
  });
  return { path: `/${bare.replace(/^#?\/*(app\/)?/, '').replace(/\/+$/, '')}`, query: all };
}

/** The app that a path leads to, and the rest of the path; none where nobody has it. */
function appAt(own: InstalledApp, path: string): { name: string; inside: string } | undefined {
  const [first = '', ...rest] = path.split('/').filter(Boolean);
  // By its route, which may differ from its name.
  const byRoute = [own, ...installed.values()].find(({ frontend }) => frontend.route.split('/')[1] === first);
  const name = byRoute?.name ?? first;
  const isThere = name === own.name || findApp(name)?.App !== undefined;
  return isThere ? { name, inside: rest.map(written).join('/') } : undefined;
}

/** Addresses take letters, digits, `-` and `%` alone. */
function written(part: string): string {
  return encodeURIComponent(part).replace(/[^\w%-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
