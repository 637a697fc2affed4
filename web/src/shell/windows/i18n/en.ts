// English texts of windows.
import type { Dict } from '@/core/i18n';
import type { WindowKey } from './zh';

const en: Dict<WindowKey> = {
  'app.staff': 'Only teachers and officers can open “{name}”',
  'window.unknown': 'There is no app called {name}',
  'window.waiting': 'Reading the list of apps …',
  'window.unread': 'The list of apps cannot be read now; the app opens as soon as it is there',
  'window.failed': '{name} could not be opened',
  'window.minimize': 'Minimise',
  'window.restore': 'Restore',
  'window.maximize': 'Maximise',
};

export default en;
