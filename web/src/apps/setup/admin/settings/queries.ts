// The settings' talk with the server.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { ClientUpdate, ClientUpdateChange, PortalSettings, PortalSettingsChange } from '../../types';
import { queryClient } from '@/core/query';

const KEY = ['admin', 'settings'];

const read = (): Promise<PortalSettings> => send(api.GET('/api/admin/settings'));

/** What was settled beside the class list, and the system admins. */
export function useSettings(): UseQueryReturnType<PortalSettings, Error> {
  return useQuery({ queryKey: KEY, queryFn: read, staleTime: 0 });
}

/** Changes what is given. */
export async function changeSettings(settings: PortalSettingsChange['settings']): Promise<void> {
  await change({ settings });
}

/** Makes someone a system admin. */
export async function addAdmin(userId: string): Promise<void> {
  const { admin_user_ids: now } = await read();
  await change({ admin_user_ids: [...now.filter((id) => id !== userId), userId] });
}

/** Takes the office back. Both begin with the list as it is, which another admin may have changed. */
export async function removeAdmin(userId: string): Promise<void> {
  const { admin_user_ids: now } = await read();
  await change({ admin_user_ids: now.filter((id) => id !== userId) });
}

async function change(body: PortalSettingsChange): Promise<void> {
  try {
    queryClient.setQueryData(KEY, await send(api.PATCH('/api/admin/settings', { body })));
  } finally {
    // Rights of members may be others now; a refusal means that something else has changed.
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
  }
}

const VERSION = ['admin', 'version'];

/** What clients are told of updates. */
export function useClientUpdate(): UseQueryReturnType<ClientUpdate, Error> {
  return useQuery({ queryKey: VERSION, queryFn: () => send(api.GET('/api/admin/version')), staleTime: 0 });
}

/** Changes what is given; answers what is stored then. */
export async function setClientUpdate(body: ClientUpdateChange): Promise<ClientUpdate> {
  try {
    const stored = await send(api.PUT('/api/admin/version', { body }));
    queryClient.setQueryData(VERSION, stored);
    return stored;
  } finally {
    void queryClient.invalidateQueries({ queryKey: VERSION });
  }
}
