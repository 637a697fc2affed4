// English texts of the context menus.
import type { Dict } from '@/core/i18n';
import type { ContextMenuKey } from './zh';

const en: Dict<ContextMenuKey> = {
  desktop: 'Desktop',
  add_widget: 'Add a widget',
  wallpaper: 'Change the wallpaper',
  refresh_all: 'Refresh the widgets',
  open: 'Open “{name}”',
  refresh: 'Refresh',
  options: 'Options of the widget',
  remove: 'Remove',
  open_app: 'Open',
  show: 'Show',
  pin: 'Pin to the dock',
  unpin: 'Take from the dock',
  left: 'Move left',
  right: 'Move right',
  half_left: 'Fill the left half',
  half_right: 'Fill the right half',
  close_window: 'Close the window',
};

export default en;
