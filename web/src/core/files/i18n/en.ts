// English texts of files.
import type { Dict } from '@/core/i18n';
import type { FilesKey } from './zh';

const en: Dict<FilesKey> = {
  previous: 'Previous picture',
  next: 'Next picture',
  larger: 'Larger',
  smaller: 'Smaller',
  download: 'Download',
  unknown_size: 'size unknown',
  open: 'Open the image {name}',
  remove: 'Remove {name}',
  drop: 'Drop to add',
  preparing: 'Getting ready',
  sent: '{n}% sent',
  again: 'Upload {name} again',
};

export default en;
