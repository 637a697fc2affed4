// The member's settings on the server: theme and desktop layout. One query, shared by all readers.
// The theme acts at once on this device; the server's copy follows when someone is signed in.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { computed, watch } from 'vue';
import { api, send } from '@/api/client';
import { ApiFailure } from '@/api/failure';
import type { Settings, SettingsChange } from '@/api/types';
import { queryClient } from './query';
import { phase, user } from './session';
import { setTheme, theme, type Theme } from './theme';

const KEY = ['user', 'settings'];

/** The settings of the signed-in member. */
export function useSettings(): UseQueryReturnType<Settings, Error> {
  return useQuery({
    queryKey: KEY,
    queryFn: () => send(api.GET('/api/user/settings')),
    staleTime: 5 * 60_000,
    enabled: computed(() => phase.value === 'member'),
  });
}

/** Lets the server's theme win on a device once it has arrived; to be called by the desktop. */
export function followSettings(): void {
  const { data } = useSettings();
  watch(data, (settings) => {
    // Revision 0: nobody has chosen yet, so what this device shows stays.
    if (!settings || settings.revision === 0 || settings.theme === theme.value || isSaving) return;
    setTheme(settings.theme as Theme);
  });
}

/** The theme that was chosen last and is not sent yet. */
let unsent: Theme | null = null;
let isSaving = false;

/** Chooses a theme here and, for members, everywhere. Fails silently: the device keeps it. */
export function chooseTheme(next: Theme): void {
  setTheme(next);
  if (phase.value !== 'member') return;
  unsent = next;
  void saveThemes().catch(() => undefined);
}

/** Sends one theme after the other: two requests at once may arrive in either order, and the first answer would undo
    what was chosen since. */
async function saveThemes(): Promise<void> {
  if (isSaving) return;
  isSaving = true;
  try {
    while (unsent !== null) {
      const next = unsent;
      unsent = null;
      await saveSettings({ theme: next });
    }
  } finally {
    unsent = null;
    isSaving = false;
  }
}

/** Writes a part of the settings and keeps the shared query in step. */
export async function saveSettings(change: SettingsChange): Promise<void> {
  queryClient.setQueryData<Settings>(KEY, (old) => (old ? ({ ...old, ...change } as Settings) : old));
  setSettings(await putSettings(change));
}

/** Writes a part of the settings and answers what the server has now; 409 when `revision` is old. */
export async function putSettings(change: SettingsChange): Promise<Settings> {
  const whose = user.value?.user_id;
  const settings = await send(api.PUT('/api/user/settings', { body: change }));
  // Signed out meanwhile: the answer is about somebody who is not here any more.
  if (user.value?.user_id !== whose) throw new ApiFailure(401, '');
  return settings;
}

/** Takes over settings that a write or a conflict has brought. */
export function setSettings(settings: Settings): void {
  queryClient.setQueryData<Settings>(KEY, (old) => (old && old.revision > settings.revision ? old : settings));
}

/** Asks the server for the newest settings, before a member starts to arrange the desktop. */
export function refreshSettings(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: KEY });
}
