// English texts of the clock.
import type { Dict } from '@/core/i18n';
import type { ClockKey } from './zh';

const en: Dict<ClockKey> = {
  night: 'It is late, {name}, rest well',
  morning: 'Good morning, {name}',
  forenoon: 'Good morning, {name}',
  noon: 'Good day, {name}',
  afternoon: 'Good afternoon, {name}',
  evening: 'Good evening, {name}',
};

export default en;
