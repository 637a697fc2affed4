// English texts of the search.
import type { Dict } from '@/core/i18n';
import type { PaletteKey } from './zh';

const en: Dict<PaletteKey> = {
  'palette.hint': 'People, messages, announcements, apps…',
  'palette.searching': 'Searching…',
  'palette.failed': 'The search did not finish: {why}',
  'palette.none': 'Nothing found',
  'palette.recent': 'Used lately',
  'palette.app': 'App',
  'palette.widget': 'Widget',
  'palette.desktop': 'Desktop',
  'palette.lock': 'Lock the screen',
  'palette.lock_effect': 'Locks at once; your password opens it again',
  'palette.theme_effect': 'At once, and on your other devices',
  'palette.refresh': 'Refresh all widgets',
  'palette.ask': 'Search {app} for “{words}”',
  'palette.add': 'Add “{name}”',
  'palette.help': 'Keyboard shortcuts',
  'keys.desktop': 'Desktop',
  'keys.search': 'Open the search',
  'keys.windows': 'Next window',
  'keys.snap': 'Window to the left half; other arrows: right, all, back',
  'keys.menu': 'The menu of what has the focus, as a right click',
  'keys.back': 'Back, or close',
  'keys.palette': 'Search',
  'keys.choose': 'Choose',
  'keys.open': 'Open',
  'keys.close': 'Close',
  'keys.help': 'All shortcuts',
  'keys.arrange': 'Editing the desktop, on a widget',
  'keys.move': 'Move',
  'keys.size': 'Change the size',
  'keys.remove': 'Remove',
  'keys.chat': 'Chat',
  'keys.send': 'Send',
  'keys.line': 'New line',
  'keys.mention': 'Mention somebody',
};

export default en;
