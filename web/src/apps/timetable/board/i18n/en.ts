// English texts of the lessons on the board.
import type { Dict } from '@/core/i18n';
import type { LessonsKey } from './zh';

const en: Dict<LessonsKey> = {
  now: 'Now',
  exam: 'Exam',
  break: 'Break',
  before: 'Before school',
  after: 'School is over for today',
  free: 'No lessons today',
  off: 'Day off',
  left: '{n} min left',
  until: 'in {n} min',
  until_hours: 'in {h} h {n} min',
  next: 'Next',
  later: 'Then',
  next_on: '{day}, first lesson',
  changed: 'changed',
  cancelled: 'cancelled',
  more: '{n} more',
};
export default en;
