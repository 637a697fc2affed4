// English texts of the notices.
import type { Dict } from '@/core/i18n';
import type { NoticesKey } from './zh';

const en: Dict<NoticesKey> = {
  'notices.behind': '{n} more',
  'notices.none': 'No notifications yet',
  'notices.clear': 'Clear all',
  'notices.quiet': 'Do not disturb',
  'notices.quiet_hint': 'Only urgent ones show, the others wait here',
};

export default en;
