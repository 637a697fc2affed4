// English texts of duty.
import type { Dict } from '@/core/i18n';
import type { DutyKey } from './zh';

const en: Dict<DutyKey> = {
  class: 'Class',
  'week.this': 'This week',
  'week.before': 'The week before',
  'week.after': 'The week after',
  'bar.rosters': 'Rosters',
  'bar.history': 'History and counts',
  'bar.print': 'Print this month',
  'mine.title': 'My duty',
  'mine.none': 'It is not your turn within 60 days',
  'mine.swap': 'Swap duty',
  'mine.swap_name': 'Swap duty: {day}',
  'mine.more': '{n} more',
  'empty.title': 'No duty roster yet',
  'empty.text': 'Once a teacher or an officer has made a roster, you see here whose turn it is.',
  'empty.text_edit': 'Make a roster: pupils in groups that take turns on school days. Holidays are skipped.',
  'empty.create': 'New roster',
  'day.off': 'No school',
  'day.none': 'No duty',
  'day.today': 'Today',
  'turn.group': '{roster} · {group}',
  'turn.nobody': 'Nobody',
  'turn.excused': 'excused',
  'turn.off': 'No duty on this day',
  'turn.more': 'More for {roster} ({day})',
  'turn.done': 'Done',
  'turn.done_by': 'ticked by {name}',
  'turn.tick': 'Mark as done',
  'turn.missed': 'Not ticked',
  'turn.for': 'for {name}',
  'edit.failed': 'The editor did not open',
  names: ', ',
};

export default en;
