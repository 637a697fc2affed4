// The server section's talk with the server.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { Processes, ServerMode } from '../types';
import { queryClient } from '@/core/query';

const PROCESSES = ['admin', 'processes'];
const MODE = ['admin', 'server-mode'];
const LOOK_MS = 10_000;

/** The parts of the portal on this node, looked at again and again. */
export function useProcesses(): UseQueryReturnType<Processes, Error> {
  return useQuery({
    queryKey: PROCESSES,
    queryFn: () => send(api.GET('/api/admin/process/status')),
    staleTime: 0,
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: 'always',
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

/** Throws out every stored file; answers how many. */
export async function clearCdn(): Promise<number> {
  return (await send(api.POST('/api/cdn/clear-cache'))).cleared;
}
