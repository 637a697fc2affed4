// App control's and the lock's talk with the server.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { AppControl } from '@/api/types';
import { queryClient } from '@/core/query';

const KEY = ['admin', 'app-control'];

/** Every app with its switch, and the lock. */
export function useAppControl(): UseQueryReturnType<AppControl, Error> {
  return useQuery({ queryKey: KEY, queryFn: () => send(api.GET('/api/admin/app-control')), staleTime: 0 });
}

/** Turns an app on or off for everybody. */
export async function switchApp(app_name: string, enabled: boolean): Promise<void> {
  await after(send(api.PUT('/api/system/app-control', { body: { app_name, enabled } })));
}

/** Locks or unlocks all screens. */
export async function setLock(enabled: boolean): Promise<void> {
  await after(send(api.PUT('/api/admin/lock-screen', { body: { enabled } })));
}

/** Throws out every stored file; answers how many. */
export async function clearCdn(): Promise<number> {
  return (await send(api.POST('/api/cdn/clear-cache'))).cleared;
}

async function after(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY });
  }
}
