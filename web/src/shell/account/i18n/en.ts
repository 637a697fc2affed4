// English texts of the menu at the avatar.
import type { Dict } from '@/core/i18n';
import type { AccountKey } from './zh';

const en: Dict<AccountKey> = {
  title: 'Account',
  profile: 'My profile',
  lock: 'Lock the screen',
  switch: 'Switch user',
  sign_out: 'Sign out',
};

export default en;
