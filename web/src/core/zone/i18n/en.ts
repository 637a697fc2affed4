// English texts about the zone of the school.
import type { Dict } from '../../i18n';
import type { ZoneKey } from './zh';

const en: Dict<ZoneKey> = {
  'zone.title': 'This device has another time zone than the school',
  'zone.hint': 'All times here are those of the school ({zone}).',
};

export default en;
