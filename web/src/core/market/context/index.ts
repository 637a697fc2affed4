// The `context` of a running app: interface 2.15 and what apps of the prior system use besides.
import { warn } from '../../warn';
import type { InstalledApp } from '../types';
import type { RunTarget } from '../instance';
import type { Scope } from '../scope';
import { createUi } from '../ui';
import { apiOf } from './api';
import { compat, device } from './device';
import { eventBusOf } from './event-bus';
import { storeOf, themeOf, userOf } from './people';
import { realtimeOf } from './realtime';
import { routeOf } from './route';
import { routerOf } from './router';
import { scratchOf } from './scratch';
import { clipboard, modalOf, notifierOf, share, toastOf } from './system';

type Context = ServiceMarket.Context;

/** Makes the context of a window or a widget; `storage` has the values of the member already. */
export function createContext(
  { app, container, goDesktop }: RunTarget,
  scope: Scope,
  storage: ServiceMarket.Storage,
): Context {
  const api = apiOf(app.name);
  const realtime = realtimeOf(scope);
  const route = routeOf(app, scope);
  const router = routerOf(app, route, goDesktop);
  const user = userOf(scope);
  const theme = themeOf(scope);
  const eventBus = eventBusOf(scope);
  const toast = toastOf();
  const modal = modalOf(scope);
  const shared = { route, router, user, theme, eventBus, toast, modal };
  return {
    appName: app.name,
    app: infoOf(app, scope),
    data: { ...api, api, realtime, storage },
    ui: createUi(scope, container),
    system: {
      ...shared,
      notify: notifierOf(app),
      clipboard,
      share,
      navigate: (to) => router.push(to),
      goDesktop,
      isLoggedIn: () => true,
      getToken: () => null,
    },
    device,
    compat,
    ...shared,
    store: storeOf(user, scope),
    api,
    realtime,
    realtimeEvents: realtime,
    websocket: null,
  };
}

function infoOf(app: InstalledApp, scope: Scope): ServiceMarket.AppInfo {
  const { name, version, config, updated_at: _, ...rest } = app;
  return {
    name,
    version,
    manifest: { name, version, ...rest },
    config: { ...config },
    storage: scratchOf(name),
    onDestroy: (destroy) => scope.onDestroy(destroy),
    onSuspend: (hook) => scope.onSuspend(hook),
    onResume: (hook) => scope.onResume(hook),
    ...logOf(name),
  };
}

function logOf(name: string): Pick<ServiceMarket.AppInfo, 'log' | 'warn' | 'error'> {
  // oxlint-disable-next-line no-console -- meant for authors, who look exactly there
  const { log, error } = console;
  return {
    log: (...words) => log(`[${name}]`, ...words),
    warn: (...words) => warn(`${name}: ${words.map(String).join(' ')}`),
    error: (...words) => error(`[${name}]`, ...words),
  };
}
