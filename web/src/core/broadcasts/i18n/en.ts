// English names of broadcasts.
import type { Dict } from '@/core/i18n';
import type { BroadcastsKey } from './zh';

const en: Dict<BroadcastsKey> = {
  normal: 'Broadcast',
  important: 'Important',
  urgent: 'Urgent',
  from: '{title} · {name}',
  acknowledgement: 'Got it',
};

export default en;
