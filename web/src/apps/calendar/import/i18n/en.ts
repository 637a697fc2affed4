// English texts of the import.
import type { Dict } from '@/core/i18n';
import type { ImportKey } from './zh';

const en: Dict<ImportKey> = {
  title: 'Import events',
  owner: 'Into',
  'owner.self': 'My calendar',
  'owner.class': 'The class calendar',
  choose: 'Choose an .ics file, or drop it here',
  file: 'Choose a file',
  another: 'Another file',
  too_large: 'The file is too large; 2 MB at most.',
  problems:
    '{n} thing cannot be read, and its event is left out:|{n} things cannot be read, and their events are left out:',
  warnings: '{n} thing cannot be taken over as it is:|{n} things cannot be taken over as they are:',
  left_out: 'left out',
  partly: 'note',
  found: '{n} event will be imported|{n} events will be imported',
  known: 'replaces an event',
  without: 'without {n}',
  more: '{n} more',
  cancel: 'Cancel',
  import: 'Import {n} event|Import {n} events',
  done: '{n} event was imported|{n} events were imported',
};

export default en;
