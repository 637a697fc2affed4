// App control's and the lock's talk with the server.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { AppControl, Processes, ServerMode } from '@/api/types';
import { onScopeDispose, type Ref } from 'vue';
import { tabVisible } from '@/core/active';
import { subscribe } from '@/core/live';
import { queryClient } from '@/core/query';

const KEY = ['admin', 'app-control'];

/** Names a class to the server; nothing for the whole portal, or the own class of those who have one. */
const named = (one: string): { class?: string } => (one ? { class: one } : {});

/**
 * Every app with its switch, and the lock: those of the named class, else of what one manages. What others
 * switch shows by itself.
 */
export function useAppControl(one: Ref<string>): UseQueryReturnType<AppControl, Error> {
  onScopeDispose(subscribe('lock_screen_changed', refresh));
  onScopeDispose(subscribe('market_app_control_changed', refresh));
  // What was switched before the line stood was told to nobody.
  onScopeDispose(subscribe('connected', ({ resumed }) => resumed === true || refresh()));
  return useQuery({
    queryKey: [...KEY, one],
    queryFn: () => send(api.GET('/api/admin/app-control', { params: { query: named(one.value) } })),
    staleTime: 0,
  });
}

/** Turns an app on or off. */
export async function switchApp(one: string, app_name: string, enabled: boolean): Promise<void> {
  await after(send(api.PUT('/api/system/app-control', { body: { app_name, enabled, ...named(one) } })));
}

/** Locks or unlocks the screens. */
export async function setLock(one: string, enabled: boolean): Promise<void> {
  await after(send(api.PUT('/api/admin/lock-screen', { body: { enabled, ...named(one) } })));
}

/** Throws out every stored file; answers how many. */
export async function clearCdn(): Promise<number> {
  return (await send(api.POST('/api/cdn/clear-cache'))).cleared;
}

async function after(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } finally {
    refresh();
  }
}

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
}

const PROCESSES = ['admin', 'processes'];
const MODE = ['admin', 'server-mode'];
const LOOK_MS = 10_000;

/** The parts of the portal on this node, looked at again and again. */
export function useProcesses(): UseQueryReturnType<Processes, Error> {
  return useQuery({
    queryKey: PROCESSES,
    queryFn: () => send(api.GET('/api/admin/process/status')),
    staleTime: 0,
    refetchInterval: () => (tabVisible.value ? LOOK_MS : false),
  });
}

export type Turn = 'restart' | 'stop' | 'start';

/** Ends, begins or restarts a part; answers when that is done. */
export async function turnProcess(name: string, turn: Turn): Promise<void> {
  const params = { path: { name } };
  try {
    if (turn === 'restart') await send(api.POST('/api/admin/process/{name}/restart', { params }));
    else if (turn === 'stop') await send(api.POST('/api/admin/process/{name}/stop', { params }));
    else await send(api.POST('/api/admin/process/{name}/start', { params }));
  } finally {
    void queryClient.invalidateQueries({ queryKey: PROCESSES });
  }
}

/** How the server works: alone or with others. */
export function useServerMode(): UseQueryReturnType<ServerMode, Error> {
  return useQuery({
    queryKey: MODE,
    queryFn: () => send(api.GET('/api/admin/server-mode')),
    select: ({ mode }) => mode,
    staleTime: 0,
  });
}

/** Changes how the server works. */
export async function setServerMode(mode: ServerMode): Promise<void> {
  try {
    await send(api.POST('/api/admin/server-mode', { body: { mode } }));
  } finally {
    void queryClient.invalidateQueries({ queryKey: MODE });
  }
}
