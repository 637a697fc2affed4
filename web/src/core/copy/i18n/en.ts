// English texts of copying.
import type { Dict } from '@/core/i18n';
import type { CopyKey } from './zh';

const en: Dict<CopyKey> = {
  done: 'Copied',
  failed: 'It could not be copied; please select the text and copy it by hand',
};

export default en;
