// Which picture a wallpaper setting means: `default` is the gradient of tokens.css, a word is one of
// the server's built-in drawings, a site-relative address is a file of this portal.

export interface WallpaperSource {
  kind: 'image' | 'video';
  url: string;
}

/** The picture of a setting, null for the default; addresses of other sites are not followed. */
export function wallpaperSource(setting: string | undefined): WallpaperSource | null {
  if (!setting || setting === 'default') return null;
  if (/^[a-z0-9-]+$/.test(setting)) return { kind: 'image', url: `/resources/builtin/wallpapers/${setting}.svg` };
  if (!/^\/resources\/[^\\]*$/.test(setting)) return null;
  return { kind: /\.(mp4|webm)$/i.test(setting) ? 'video' : 'image', url: setting };
}
