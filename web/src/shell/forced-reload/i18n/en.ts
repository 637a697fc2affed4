// English texts of the forced reload.
import type { Dict } from '@/core/i18n';
import type { ForcedReloadKey } from './zh';

const en: Dict<ForcedReloadKey> = {
  held: 'An update is required: this page reloads by itself once you save or discard what you are writing',
};

export default en;
