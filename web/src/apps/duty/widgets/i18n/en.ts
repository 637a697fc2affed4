// English texts of the widget, and those that it shares with the window.
import type { Dict } from '@/core/i18n';
import type { WidgetKey } from './zh';

const en: Dict<WidgetKey> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  left: 'has left',
  free: 'No duty today',
  free_reason: 'No duty today: {reason}',
  open: 'Open duty',
  mine: 'It is your turn today',
  next: 'Your next turn: {day}',
  next_task: 'Your next turn: {day} · {task}',
  done: 'Done',
  tick_name: '{roster} is done',
  untick_name: '{roster}: not done after all',
  for: 'for {name}',
  names: ', ',
};

export default en;
