// English texts of the list of notices.
import type { Dict } from '@/core/i18n';
import type { NoticesKey } from './zh';

const en: Dict<NoticesKey> = {
  'notices.none': 'No notices yet',
  'notices.clear': 'Clear all',
  'notices.quiet': 'Do not disturb',
  'notices.quiet_hint': 'Only urgent notices show, the others wait here',
};

export default en;
