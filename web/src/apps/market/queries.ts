// What the market reads from the server, and what keeps it new.
import { keepPreviousData, useQuery, type QueryKey, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, onScopeDispose, type ComputedRef, type Ref } from 'vue';
import { api, send } from '@/api/client';
import { asFailure } from '@/api/failure';
import { unhurried } from '@/api/unhurried';
import { isAtLeast, may } from '@/core/admin/rights';
import { subscribe } from '@/core/live';
import { installedQuery } from '@/core/market/follow';
import { claimOwnFrame, MARKET_APP_FRAMES } from '@/core/own-acts';
import { isRetried, queryClient } from '@/core/query';
import { useRefreshOn } from '@/core/refresh-on';
import { user } from '@/core/session';
import { itemOfApp, itemOfPlugin, type Item } from './installed/model';
import type { AppControl, BackEnd, Catalog, ConfigField, LogLine, Source } from './types';

const MARKET = 'market';
const SWITCHED = 'market_app_control_changed';
export const CATALOG = [MARKET, 'catalog'];
const PLUGINS = [MARKET, 'plugins'];
const BACK_ENDS = [MARKET, 'backends'];
const LOGS = [MARKET, 'logs'];
/** The console's list of switches reads the same. */
const SWITCHES = ['admin', 'app-control'];
/** Nothing that is installed changes them. */
const SOURCES = ['market-sources'];
/** Not below the others: what is uninstalled has no settings any more to be read anew. */
const CONFIG = ['market-config'];
/** How often the numbers of back ends are read while somebody looks: no frame tells of a call. */
const BACK_ENDS_EVERY_MS = 10_000;

/** Whether the member installs and switches apps. */
export const manages = computed(() => may(user.value, 'manage_app_control'));
/** Whether the member installs from a zip. */
export const takesZip = computed(() => isAtLeast(user.value, 'class_admin'));

/** What there is to install: of the named source, else of the first one that answers. */
export function useCatalog(source: Readonly<Ref<string>>): UseQueryReturnType<Catalog, Error> {
  return useQuery({
    queryKey: computed(() => [...CATALOG, source.value]),
    queryFn: () => {
      const query = source.value ? { source: source.value } : {};
      return send(api.GET('/api/market/catalog', { params: { query }, fetch: unhurried }));
    },
    placeholderData: keepPreviousData,
    // The server has asked every source.
    retry: (count, cause) => asFailure(cause).status !== 502 && isRetried(count, asFailure(cause)),
  });
}

/** The sources, for those who install. */
export function useSources(): UseQueryReturnType<Source[], Error> {
  return useQuery({
    queryKey: SOURCES,
    queryFn: () => send(api.GET('/api/market/sources')),
    enabled: manages,
  });
}

export interface InstalledItems {
  /** Undefined until both lists are there. */
  items: ComputedRef<Item[] | undefined>;
  error: ComputedRef<Error | null>;
  isFetching: ComputedRef<boolean>;
  refetch: () => void;
}

/** What is installed, apps before plugins. */
export function useInstalled(): InstalledItems {
  const apps = useQuery({
    ...installedQuery,
    select: (list) => list.apps.map(itemOfApp),
  });
  const plugins = useQuery({
    queryKey: PLUGINS,
    queryFn: () => send(api.GET('/api/market/plugins-installed')),
    select: (list) => list.map(itemOfPlugin),
  });
  return {
    items: computed(() => apps.data.value && plugins.data.value && [...apps.data.value, ...plugins.data.value]),
    error: computed(() => apps.error.value ?? plugins.error.value),
    isFetching: computed(() => apps.isFetching.value || plugins.isFetching.value),
    refetch: () => {
      void apps.refetch();
      void plugins.refetch();
    },
  };
}

/** The switches of what one manages: of the whole portal, or of the own class. */
export function useSwitches(): UseQueryReturnType<AppControl, Error> {
  return useQuery({
    queryKey: [...SWITCHES, ''],
    queryFn: () => send(api.GET('/api/admin/app-control', { params: { query: {} } })),
    enabled: manages,
  });
}

/** The settings of an app or plugin, with the values that are no secrets. Another version may have others. */
export function useConfig(
  name: Readonly<Ref<string>>,
  version: Readonly<Ref<string>>,
  enabled: Readonly<Ref<boolean>>,
): UseQueryReturnType<ConfigField[], Error> {
  return useQuery({
    queryKey: computed(() => [...CONFIG, name.value, version.value]),
    placeholderData: keepPreviousData,
    queryFn: () => send(api.GET('/api/market/app-config/{name}', { params: { path: { name: name.value } } })),
    select: (config) => config.fields,
    enabled,
    staleTime: 0,
  });
}

/** The back ends, for those who install; with their numbers kept new unless only their states matter. */
export function useBackEnds(follows = true): UseQueryReturnType<BackEnd[], Error> {
  return useQuery({
    queryKey: BACK_ENDS,
    queryFn: () => send(api.GET('/api/market/backends')),
    enabled: manages,
    refetchInterval: follows && BACK_ENDS_EVERY_MS,
    staleTime: 0,
  });
}

/** The newest lines of a back end, the oldest first. */
export function useLog(name: string): UseQueryReturnType<LogLine[], Error> {
  return useQuery({
    queryKey: [...LOGS, name],
    queryFn: () => send(api.GET('/api/market/backends/{name}/logs', { params: { path: { name } } })),
    staleTime: 0,
  });
}

/** Follows what others do, as long as the market is open; for use in its `setup`. */
export function useMarketChanges(): void {
  const stops = MARKET_APP_FRAMES.map((type) =>
    subscribe(type, (frame) => {
      if (claimOwnFrame(frame)) return;
      // The desktop has read the installed apps anew by the same frame, see core/market/follow.ts.
      void queryClient.invalidateQueries(
        { queryKey: installedQuery.queryKey },
        { cancelRefetch: frame.type === SWITCHED },
      );
      void queryClient.invalidateQueries({ queryKey: [MARKET], predicate: isOther });
      void queryClient.invalidateQueries({ queryKey: SWITCHES });
      if (frame.type === 'market_config_changed') void queryClient.invalidateQueries({ queryKey: CONFIG });
    }),
  );
  onScopeDispose(() => stops.forEach((stop) => stop()));
  useRefreshOn([], [[MARKET], SWITCHES, SOURCES, CONFIG]);
}

/** Whether it is another list of the market than that of the installed apps. */
function isOther({ queryKey }: { queryKey: QueryKey }): boolean {
  return queryKey[1] !== installedQuery.queryKey[1];
}

/** Reads the settings of an app or plugin anew. */
export function refreshConfig(name: string): void {
  void queryClient.invalidateQueries({ queryKey: [...CONFIG, name] });
}

/** Reads everything of the market anew, and the switches. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: [MARKET] });
  void queryClient.invalidateQueries({ queryKey: SWITCHES });
}
