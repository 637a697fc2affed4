// How the member wants to be told: kinds and quiet hours, from the server. One query, shared by the island, the chat
// and the settings. Until it is known, everything is told.
import { api, send } from '@/api/client';
import { batched } from '@/core/batch';
import type { NotificationPreferences, NotificationPreferencesChange } from '@/api/types';
import { queryClient } from '../query';

const KEY = ['notifications', 'preferences'];

export const preferencesQuery = {
  queryKey: KEY,
  queryFn: () => send(api.GET('/api/notifications/preferences', { fetch: batched })),
  staleTime: Infinity,
};

/** The preferences as far as they are known. */
export function knownPreferences(): NotificationPreferences | undefined {
  return queryClient.getQueryData<NotificationPreferences>(KEY);
}

/** Whether the island tells of a kind. */
export function isShown(kind: string): boolean {
  const mode = knownPreferences()?.kinds.find((known) => known.kind === kind)?.mode;
  return mode === undefined || mode === 'on';
}

/** Asks for them anew: another device may have changed them. */
export function refreshPreferences(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY });
}

/** Writes a part of them. */
export async function savePreferences(body: NotificationPreferencesChange): Promise<void> {
  queryClient.setQueryData(KEY, await send(api.PUT('/api/notifications/preferences', { body })));
}
