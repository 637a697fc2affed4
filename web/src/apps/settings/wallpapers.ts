// The wallpapers of the portal: the list, how they look, and for class admins adding and deleting.
import { useQuery, type UseQueryReturnType } from '@tanstack/vue-query';
import { api, send } from '@/api/client';
import type { Wallpaper } from './types';
import { queryClient } from '@/core/query';
import { t } from './i18n';
import type { SettingsKey } from './i18n/zh';

const KEY = ['assets', 'wallpapers'];

/** All wallpapers, the portal's own files first. */
export function useWallpapers(): UseQueryReturnType<Wallpaper[], Error> {
  return useQuery({ queryKey: KEY, queryFn: () => send(api.GET('/api/assets/wallpapers')) });
}

/** What the settings keep for the wallpaper that follows the time of day. */
export const AUTOMATIC = 'default';

const drawing = (name: string): string => `url("/resources/builtin/wallpapers/${name}.svg")`;

/** Dawn, day and night, side by side. */
export const AUTOMATIC_LOOK = {
  background: ['dawn', 'sky', 'night']
    .map((name, i) => `${drawing(name)} ${i * 50}% center / 34% 100% no-repeat`)
    .join(', '),
};

/** What the settings keep for a wallpaper: a built-in one's name, else its address. */
export function settingOf(wallpaper: Wallpaper): string {
  if (!wallpaper.builtin) return wallpaper.url;
  return wallpaper.id === 'default' ? 'gradient' : wallpaper.id;
}

/** The name of a wallpaper in the language of the desktop. */
export function nameOf(wallpaper: Wallpaper): string {
  return wallpaper.builtin ? t(`wallpaper.${wallpaper.id}` as SettingsKey) : wallpaper.name;
}

/** How a wallpaper looks in small. */
export function lookOf(wallpaper: Wallpaper): Record<string, string> {
  if (wallpaper.builtin) return { backgroundImage: `url("${wallpaper.url}")` };
  const url = wallpaper.type === 'video' ? wallpaper.poster : wallpaper.url;
  return url ? { backgroundImage: `url("${url}")` } : {};
}

/** How an uploaded picture looks in small. */
export function smallLook(url: string): Record<string, string> {
  return { backgroundImage: `url("${url}?w=320")` };
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
