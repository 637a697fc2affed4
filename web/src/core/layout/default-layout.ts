// What the desktops of a class begin with, as those who decide that see it.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { ref, type Ref } from 'vue';
import { api, send } from '@/api/client';
import type { DefaultLayout } from '@/api/types';
import { queryClient } from '@/core/query';

const KEY = ['admin', 'default-layout'];

/** The default of what one manages; not asked while `enabled` is false. */
export function useDefaultLayout(enabled: Ref<boolean> = ref(true)): UseQueryReturnType<DefaultLayout, Error> {
  return useQuery({ queryKey: KEY, queryFn: () => send(api.GET('/api/admin/default-layout')), staleTime: 0, enabled });
}

/** Writes a layout, or none, and answers what holds then. */
export async function saveDefaultLayout(wanted: unknown, revision?: number): Promise<DefaultLayout> {
  // The generated type of a free-form object is an empty one.
  const desktop_layout = wanted as Record<string, never>;
  const written = await send(
    wanted
      ? api.PUT('/api/admin/default-layout', { body: { desktop_layout, revision } })
      : api.DELETE('/api/admin/default-layout', {}),
  );
  queryClient.setQueryData(KEY, written);
  return written;
}
