// English texts of the widget.
import type { Dict } from '@/core/i18n';
import type { WidgetKey } from './zh';

const en: Dict<WidgetKey> = {
  today: 'Today',
  tomorrow: 'Tomorrow',
  all_day: 'all day',
  on: 'now',
  none: 'Nothing in the next 30 days',
  add: 'New event',
  open: 'Open the calendar',
};

export default en;
