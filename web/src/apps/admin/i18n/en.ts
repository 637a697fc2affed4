// English texts of the console's frame and of what its own sections share.
import type { Dict } from '@/core/i18n';
import type { AdminKey } from './zh';

const en: Dict<AdminKey> = {
  'nav.label': 'Admin',
  'nav.all': 'All sections',
  'nav.waiting': ' waiting',
  'gone.title': 'You cannot use this part now',
  'gone.text': 'Your rights may have changed a moment ago. Ask the class admin if in doubt.',
  'gone.all': 'You have no administration rights any more',
  'rights.changed': 'Your rights have just changed; the console follows',
  'load.failed': 'This part could not be opened',

  'status.active': 'Active',
  'status.disabled': 'Disabled',

  'common.copy': 'Copy',
  'common.print': 'Print',
  'common.done': 'Done',
};

export default en;
