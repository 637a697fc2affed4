// English texts of the versions of a timetable.
import type { Dict } from '@/core/i18n';
import type { RevisionsKey } from './zh';

const en: Dict<RevisionsKey> = {
  title: 'Versions of “{name}”',
  about: 'Each save leaves a version; the latest 50 can be brought back. What is there now is kept as well.',
  none: 'Nothing has been saved yet',
  now: 'now',
  now_removed: 'now: deleted',
  removed: 'deleted',
  unknown: 'A member who has left',
  lessons: '{n} lesson|{n} lessons',
  restore: 'Bring back',
  restore_name: 'Bring back the version of {time}',
  restored: 'The version of {time} is back',
  undone: 'Undone',
};

export default en;
