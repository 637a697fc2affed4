// English texts of the search.
import type { Dict } from '@/core/i18n';
import type { PaletteKey } from './zh';

const en: Dict<PaletteKey> = {
  'palette.hint': 'Apps, settings, widgets…',
  'palette.searching': 'Searching…',
  'palette.failed': 'The search did not finish: {why}',
  'palette.none': 'Nothing found',
  'palette.app': 'App',
  'palette.widget': 'Widget',
  'palette.desktop': 'Desktop',
  'palette.lock': 'Lock the screen',
  'palette.refresh': 'Refresh all widgets',
  'palette.ask': 'Search {app} for “{words}”',
  'palette.add': 'Add “{name}”',
};

export default en;
