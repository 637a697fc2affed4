// English texts of the widget.
import type { Dict } from '@/core/i18n';
import type { WidgetKey } from './zh';

const en: Dict<WidgetKey> = {
  'days.today': 'today',
  'days.unit': 'day|days',
  'days.to': '{title} in',
  'days.since': 'Since {title}',
  'days.is_today': '{title}',
  empty: 'No countdowns yet',
  none_fits: 'Nothing fits the options',
  add: 'Add one',
  open: 'Open countdowns',
  open_event: 'Open in the calendar',
};

export default en;
