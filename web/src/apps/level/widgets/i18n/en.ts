// English texts of the widget and of the sign-in.
import type { Dict } from '@/core/i18n';
import type { WidgetKey } from './zh';

const en: Dict<WidgetKey> = {
  'widget.streak': '{n}-day streak',
  'widget.school_days': '{n} school days in a row',
  'widget.start': 'Begin with today’s check-in',
  'widget.sign': 'Check in',
  'widget.done': 'Done for today',
  'widget.open': 'Open the level app',
  'sign.before': 'You have checked in today already',
  'sign.gained': 'Checked in, +{n} experience',
  'sign.streak': '{n}-day streak',
  'sign.retry': 'Try again',
  'up.title': 'You reached Lv{n}!',
};

export default en;
