// English texts of the console's log.
import type { Dict } from '@/core/i18n';
import type { LogsKey } from './zh';

const en: Dict<LogsKey> = {
  'filter.actor': 'By whom (user ID)',
  'filter.action': 'What',
  'filter.from': 'From',
  'filter.to': 'To',
  'filter.all': 'Every act',
  'filter.clear': 'Clear filters',
  'filter.order_error': 'The first day is after the last',
  'list.label': 'Operation log',
  'list.count': '{n} entry|{n} entries',
  'list.none': 'No entry fits',
  'list.none_yet': 'Nothing has been done yet',
  'list.scope_class': 'What members of your class did, and what was done to them.',
  'list.scope_own': 'Only your own acts.',
  'list.export': 'Export CSV',
  'column.time': 'Time',
  'column.actor': 'By',
  'column.action': 'Act',
  'column.target': 'On',
  'column.detail': 'Detail',
  'column.ip': 'Address',
  'actor.system': 'System',

  'detail.all': 'all',
  'detail.yes': 'yes',
  'detail.no': 'no',
  'detail.none': 'none',
  'detail.many': '{n} member|{n} members',
};

export default en;
