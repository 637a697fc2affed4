// English texts of the wallpaper.
import type { Dict } from '@/core/i18n';
import type { WallpaperKey } from './zh';

const en: Dict<WallpaperKey> = {
  missing: 'The wallpaper did not load; the default one is shown',
};

export default en;
