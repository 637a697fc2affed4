// Keeps the installed apps of the desktop in step with the server: what is installed elsewhere shows up here, and what
// is removed goes. Part of what the desktop does once it stands.
import { QueryObserver } from '@tanstack/vue-query';
import { onScopeDispose } from 'vue';
import { api, send } from '@/api/client';
import { unregisterApp } from '../apps';
import { subscribe, type Frame } from '../live';
import { isOwnAct } from '../own-acts';
import { queryClient } from '../query';
import { refreshOn } from '../refresh-on';
import { user } from '../session';
import { writePersonal } from '../storage';
import { toast } from '../toast';
import type { InstalledApp } from './types';
import { checkInstalled } from './check';
import { t } from './i18n';
import { installed, KEPT, registerInstalled } from './installed';

/** What the server says of the installed apps, for whoever shows them. */
export const installedQuery = {
  queryKey: ['market', 'installed'],
  queryFn: () => send(api.GET('/api/market/installed')),
};

/** Follows the list; to be called inside an effect scope, which ends it. */
export function followInstalled(): void {
  const stopRefreshing = refreshOn(['market_app_changed', 'market_config_changed'], [installedQuery.queryKey]);
  const stopTelling = subscribe('market_app_changed', tell);
  const listing = new QueryObserver(queryClient, { ...installedQuery, staleTime: Infinity });
  // What is known already is told to no subscriber.
  showListed(listing.getCurrentResult());
  const stopListing = listing.subscribe(showListed);
  onScopeDispose(() => {
    stopListing();
    stopTelling();
    stopRefreshing();
    [...installed.keys()].forEach(remove);
  });
}

function showListed({ data }: { data?: { apps: readonly unknown[] } }): void {
  if (data) show(data.apps.flatMap((app) => checkInstalled(app) ?? []));
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
}

function remove(name: string): void {
  installed.delete(name);
  unregisterApp(name);
}

/** Whoever has the app open is told; the window itself offers the new version. */
function tell({ action, appName, historical }: Frame<'market_app_changed'>): void {
  const isNew = action === 'updated' || action === 'rolled-back';
  if (isNew && !historical && isToldOf(appName)) {
    toast(t('update.done', { name: installed.get(appName)?.label ?? appName }));
  }
}

/** Whoever has an app open is told what becomes of it, unless it was done right here. */
function isToldOf(name: string): boolean {
  return !isOwnAct(name) && document.querySelector(`[data-app="${name}"]`) !== null;
}
