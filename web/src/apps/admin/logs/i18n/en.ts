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
  'column.act': 'Who did what',
  'column.ip': 'Network address',
  'actor.system': 'The system',
  'member.gone': 'a deleted member ({id})',
  'target.gone': ' (deleted)',
  'target.unnamed': ' (without a name)',
  'row.stored': 'Show what is stored as well, for checking',

  'detail.all': 'all',
  'detail.yes': 'yes',
  'detail.no': 'no',
  'detail.many': '{n} member|{n} members',
  'detail.comma': ', ',
};

export default en;
