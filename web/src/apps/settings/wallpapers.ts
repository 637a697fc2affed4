// The wallpapers of the portal: the list, the choice, and for class admins adding and deleting.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { Wallpaper } from './types';
import { saveSettings } from '@/core/preferences';
import { queryClient } from '@/core/query';

const KEY = ['assets', 'wallpapers'];

/** All wallpapers, the portal's own files first. */
export function useWallpapers(): UseQueryReturnType<Wallpaper[], Error> {
  return useQuery({ queryKey: KEY, queryFn: () => send(api.GET('/api/assets/wallpapers')) });
}

/** What the settings keep for a wallpaper: a built-in one's name, else its address. */
export function settingOf(wallpaper: Wallpaper): string {
  return wallpaper.builtin ? wallpaper.id : wallpaper.url;
}

/** Chooses a wallpaper for this member. */
export function choose(wallpaper: Wallpaper): Promise<void> {
  return saveSettings({ wallpaper: settingOf(wallpaper) });
}

/** Adds a file for the whole class. */
export async function upload(file: File): Promise<void> {
  await send(
    api.POST('/api/assets/wallpapers', {
      params: { query: { name: file.name } },
      // The document knows bytes only as a list of numbers; the file itself is sent.
      body: file as unknown as number[],
      bodySerializer: (body: unknown) => body as Blob,
      headers: { 'Content-Type': file.type },
    }),
  );
  await queryClient.invalidateQueries({ queryKey: KEY });
}

/** Deletes a file; who has chosen it gets the default. */
export async function remove(wallpaper: Wallpaper): Promise<void> {
  await send(api.DELETE('/api/assets/wallpapers/{id}', { params: { path: { id: wallpaper.id } } }));
  await queryClient.invalidateQueries({ queryKey: KEY });
}
