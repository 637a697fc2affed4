// English texts of urgent broadcasts that take the whole screen.
import type { Dict } from '@/core/i18n';
import type { UrgentKey } from './zh';

const en: Dict<UrgentKey> = {
  title: 'Urgent broadcast',
  more: '{n} more after this',
  pass: 'Got it',
};

export default en;
