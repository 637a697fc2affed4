// English texts of the homework widget.
import type { Dict } from '@/core/i18n';
import type { WidgetKey } from './zh';

const en: Dict<WidgetKey> = {
  left: 'To do',
  'left.unit': '',
  'left.none': 'All done until tomorrow',
  tonight: 'Tonight',
  'tonight.unit': 'left',
  'tonight.none': 'All done for tonight',
  overdue: '{n} overdue|{n} overdue',
  later: '{n} later|{n} later',
  open: 'Open homework',
  tick: 'Tick “{title}”',
  hand_in: 'Hand in “{title}”',
  'hand_in.sign': '↑',
  done: '“{title}” is done',
  deleted: '“{title}” deleted, with its ticks and what was handed in',
  restored: '“{title}” is back',
  'day.today': 'today',
  'day.tomorrow': 'tomorrow',
  'day.yesterday': 'yesterday',
  'day.next_week': 'next {weekday}',
  'due.before': 'before {subject}',
  'due.over': 'was due {when}',
  'left.minutes': '{n} minute left|{n} minutes left',
  'left.hours': '{n} hour left|{n} hours left',
  'left.days': '{n} day left|{n} days left',
  'over.minutes': '{n} minute ago|{n} minutes ago',
  'over.hours': '{n} hour ago|{n} hours ago',
  'over.days': '{n} day ago|{n} days ago',
};

export default en;
