// English texts that the seats and the draws share.
import type { Dict } from '@/core/i18n';
import type { SeatingKey } from './zh';

const en: Dict<SeatingKey> = {
  class: 'Class',
  tabs: 'Seats and draws',
  'tab.plan': 'Seats',
  'tab.pick': 'Pick',
  left: 'has left',
  failed: 'This part did not open',
  drawn: 'Drawn: {names}',
  drawn_more: 'Drawn: {names} and others, {n} in all',
  show: 'Show',
  names: ', ',
};

export default en;
