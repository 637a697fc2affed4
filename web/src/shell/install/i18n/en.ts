// English texts of the hint that the portal can be installed.
import type { Dict } from '@/core/i18n';
import type { InstallKey } from './zh';

const en: Dict<InstallKey> = {
  'install.hint': 'The class portal can be installed, to open it by its icon',
  'install.do': 'Install',
};

export default en;
