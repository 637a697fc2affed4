// English texts of the clock.
import type { Dict } from '@/core/i18n';
import type { ClockKey } from './zh';

const en: Dict<ClockKey> = {
  night: 'It is late, rest well',
  morning: 'Good morning',
  forenoon: 'Good morning',
  noon: 'Good day',
  afternoon: 'Good afternoon',
  evening: 'Good evening',
};

export default en;
