// English texts of the warning about the clock of this device.
import type { Dict } from '@/core/i18n';
import type { ClockWarningKey } from './zh';

const en: Dict<ClockWarningKey> = {
  wrong: 'The clock of this device is wrong',
  corrected: 'Times follow the class server; please correct the device',
};

export default en;
