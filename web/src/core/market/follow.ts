// Keeps the installed apps of the desktop in step with the server: what is installed elsewhere shows up here, and what
// is removed goes. Part of what the desktop does once it stands.
import { QueryObserver } from '@tanstack/vue-query';
import { onScopeDispose } from 'vue';
import { api, send } from '@/api/client';
import { unregisterApp, visibleApps } from '../apps';
import { subscribe, type Frame } from '../live';
import { isOwnAct, claimOwnFrame } from '../own-acts';
import { queryClient } from '../query';
import { refreshOn } from '../refresh-on';
import { user } from '../session';
import { writePersonal } from '../storage';
import { toast } from '../toast';
import type { InstalledApp } from './types';
import { checkInstalled } from './check';
import { t } from './i18n';
import { whenIdle } from '../when-idle';
import { installed, KEPT, registerInstalled } from './installed';
import { isLower } from './versions';

/** What the server says of the installed apps: one request for the desktop and for the market, which list them both. */
export const installedQuery = {
  queryKey: ['market', 'installed'],
  queryFn: () => send(api.GET('/api/market/installed')),
};

/** Follows the list; to be called inside an effect scope, which ends it. */
export function followInstalled(): void {
  const { queryKey } = installedQuery;
  const stops = (['market_app_changed', 'market_config_changed'] as const).map((type) =>
    subscribe(type, (frame) => {
      if (!claimOwnFrame(frame)) void queryClient.invalidateQueries({ queryKey });
    }),
  );
  // One that was off is not on this desktop yet.
  stops.push(
    subscribe('market_app_control_changed', (frame) => {
      if (frame.enabled && !installed.has(frame.appName)) void queryClient.invalidateQueries({ queryKey });
    }),
  );
  // All the same when a frame may have been missed.
  const stopRefreshing = refreshOn([], [queryKey]);
  const stopTelling = subscribe('market_app_changed', tell);
  const listing = new QueryObserver(queryClient, { ...installedQuery, staleTime: Infinity });
  // What is known already is told to no subscriber.
  showListed(listing.getCurrentResult());
  const stopListing = listing.subscribe(showListed);
  onScopeDispose(() => {
    stopListing();
    stopTelling();
    stopRefreshing();
    stops.forEach((stop) => stop());
    [...installed.keys()].forEach(remove);
  });
}

/** What is off here is no app of this desktop; one that is there already is hidden by its switch. */
function showListed({ data }: { data?: { apps: readonly { name: string; enabled?: boolean }[] } }): void {
  const shown = data?.apps.filter(({ name, enabled }) => enabled !== false || installed.has(name));
  if (shown) show(shown.flatMap((app) => checkInstalled(app) ?? []));
}

function show(apps: readonly InstalledApp[]): void {
  // Unchanged ones stay as they are: a widget whose app is registered anew is drawn anew.
  apps.filter((app) => JSON.stringify(app) !== JSON.stringify(installed.get(app.name))).forEach(registerInstalled);
  const names = new Set(apps.map(({ name }) => name));
  [...installed.values()]
    .filter(({ name }) => !names.has(name))
    .forEach(({ name, label }) => {
      // A sign-out needs no word.
      if (isToldOf(name) && user.value) toast(t('gone', { name: label }));
      remove(name);
    });
  writePersonal(KEPT, apps);
  fetchRuntimeWhenIdle();
}

let isRuntimeAsked = false;

/** Fetches the chunk that runs apps before the first one is opened, where there is one to open. */
function fetchRuntimeWhenIdle(): void {
  if (isRuntimeAsked || !visibleApps().some(({ name }) => installed.has(name))) return;
  isRuntimeAsked = true;
  whenIdle(() => import('./view').catch(() => undefined));
}

function remove(name: string): void {
  installed.delete(name);
  unregisterApp(name);
}

/** Whoever has the app open is told; the window itself offers the new version. */
function tell({ action, appName, version, historical }: Frame<'market_app_changed'>): void {
  if (historical || !isToldOf(appName)) return;
  const app = installed.get(appName);
  const name = app?.label ?? appName;
  if (action === 'updated') toast(t('update.done', { name }));
  // The list still has the version before: it is read anew by the same frame.
  const isForward = app && isLower(app.version, version);
  if (action === 'rolled-back') toast(t(isForward ? 'update.done_forward' : 'update.done_back', { name, version }));
}

/** Whoever has an app open is told what becomes of it, unless it was done right here. */
function isToldOf(name: string): boolean {
  return !isOwnAct(name) && document.querySelector(`[data-app="${name}"]`) !== null;
}
