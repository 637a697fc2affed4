// The presets that the member may choose, and which one a conversation has.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { components } from '@/api/generated/schema';
import { useRefreshOn } from '@/core/refresh-on';

export type Preset = components['schemas']['AiPreset'];

const PRESETS = ['ai', 'presets'];

export function usePresets(): UseQueryReturnType<Preset[], Error> {
  return useQuery({ queryKey: PRESETS, queryFn: () => send(api.GET('/api/ai-chat/presets')) });
}

/** Reads the presets anew when the staff has changed them or that may have been missed, as long as the app is open. */
export function followPresets(): void {
  useRefreshOn(['ai_presets_changed'], [PRESETS]);
}
