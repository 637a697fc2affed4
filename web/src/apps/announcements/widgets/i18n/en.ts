// English texts of the widget.
import type { Dict } from '@/core/i18n';
import type { WidgetKey } from './zh';

const en: Dict<WidgetKey> = {
  'type.all': 'Notices',
  'type.notice': 'Notices',
  'type.homework': 'Homework',
  unread: 'unread',
  none: '{what}: none yet',
  unread_count: '{n} unread|{n} unread',
  all_read: 'All read',
  open: 'Open notices',
  'state.over': 'overdue',
  'state.done': 'done',
  'state.handed_in': 'handed in',
  'state.late': 'late',
  'due.today': 'due today',
  'due.tomorrow': 'due tomorrow',
  'due.left': 'due in {n} day|due in {n} days',
  'due.past': 'was due {day}',
};

export default en;
