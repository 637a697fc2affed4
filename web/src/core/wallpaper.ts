// Which picture a wallpaper setting means: `default` is a built-in drawing that follows the time of day,
// `gradient` the gradient of tokens.css, `class-photo` the photo of the class, another word one of the server's
// built-in drawings, a site-relative address a file of this portal.
import { classPhoto } from './pictures';

export interface WallpaperSource {
  kind: 'image' | 'video';
  url: string;
}

/** The built-in drawing for an hour: dawn and dusk, day, night. */
export function drawingAt(hour: number): string {
  if (hour < 5 || hour > 18) return 'night';
  return hour < 8 || hour > 16 ? 'dawn' : 'sky';
}

/** The picture of a setting, null for the gradient; addresses of other sites are not followed. */
export function wallpaperSource(setting: string | undefined, hour: number): WallpaperSource | null {
  if (!setting || setting === 'gradient') return null;
  const name = setting === 'default' ? drawingAt(hour) : setting;
  const url = name === 'class-photo' ? classPhoto.value : name;
  if (/^[a-z0-9-]+$/.test(url)) return { kind: 'image', url: `/resources/builtin/wallpapers/${url}.svg` };
  if (!/^\/(resources|api\/cloud\/files)\/[^\\]*$/.test(url)) return null;
  return { kind: /\.(mp4|webm)$/i.test(url) ? 'video' : 'image', url };
}
