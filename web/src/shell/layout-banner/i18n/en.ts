// English texts of the banner.
import type { Dict } from '@/core/i18n';
import type { LayoutBannerKey } from './zh';

const en: Dict<LayoutBannerKey> = {
  unsaved: 'Changes of the layout are kept on this device and saved once the server is back',
  only_here:
    'Changes of the layout are not saved yet, and the storage of this device is full. Do not close or reload this page until the server is back',
  refused: 'The layout was not saved: {why}',
  drop: 'Give up the changes',
  dropped: 'Dropped the changes of the layout',
};

export default en;
