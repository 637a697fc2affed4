// English texts of the widget.
import type { Dict } from '@/core/i18n';
import type { WidgetKey } from './zh';

const en: Dict<WidgetKey> = {
  minutes: '{n} min',
  hours: '{n} h',
  today: 'Today',
  tomorrow: 'Tomorrow',
  off: 'Day off',
  free: 'No lessons',
  now: 'Now',
  exam: 'Exam',
  'left.lesson': 'ends in {time}',
  'left.break': 'next in {time}',
  'left.before': 'in {time}',
  'left.next': '{subject} in {time}',
  next: 'Next:',
  'next.tomorrow': 'tomorrow',
  next_on: '{day}',
  break: 'Break',
  before: 'Before school',
  'break.short': 'Break',
  'before.short': 'Lessons',
  after: 'Today’s lessons are over',
  nothing_today: 'Today: {what}',
  changed: 'changed',
  changed_label: 'changed for this day',
  cancelled: 'cancelled',
  own_label: 'your own lesson',
  none: 'No timetable yet',
  add: 'Have a look',
  open: 'Open the timetable',
};

export default en;
