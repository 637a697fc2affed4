// What the tab of presets reads from the server, and changes there.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { onScopeDispose } from 'vue';
import { api, send } from '@/api/client';
import { subscribe } from '@/core/live';
import { queryClient } from '@/core/query';
import { AI } from '../queries';
import type { Preset, PresetChange } from './model';

const PRESETS = [...AI, 'presets'];

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: PRESETS });
}

/** The presets that the member sees as staff, read anew when somebody changes them. */
export function useManagedPresets(): UseQueryReturnType<Preset[], Error> {
  onScopeDispose(subscribe('ai_presets_changed', refresh));
  return useQuery({ queryKey: PRESETS, queryFn: () => send(api.GET('/api/ai-chat/admin/presets')) });
}

const at = (id: string): { path: { id: string } } => ({ path: { id } });

/** Adds a preset, or changes one. */
export async function savePreset(body: PresetChange, id?: string): Promise<void> {
  const saving = id
    ? send(api.PUT('/api/ai-chat/admin/presets/{id}', { params: at(id), body }))
    : send(api.POST('/api/ai-chat/admin/presets', { body }));
  await saving;
  refresh();
}

/** Removes a preset; conversations that have it go on without it. */
export async function removePreset(id: string): Promise<void> {
  await send(api.DELETE('/api/ai-chat/admin/presets/{id}', { params: at(id) }));
  refresh();
}
