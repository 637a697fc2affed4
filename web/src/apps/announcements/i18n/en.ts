// English texts of the announcement app.
import type { Dict } from '@/core/i18n';
import type { AnnouncementsKey } from './zh';

const en: Dict<AnnouncementsKey> = {
  'filter.label': 'Filter',
  'filter.all': 'All',
  'filter.unread': 'Unread',
  'filter.notice': 'Notices',
  'filter.homework': 'Homework',
  'list.none': 'No notices yet',
  'list.none_text': 'Notices and homework of your class appear here.',
  'list.none_write': 'Write the first notice or homework: the class sees it at once.',
  'list.write': 'Write',
  'list.none_here': 'Nothing here',
  'list.failed': 'The notices could not be read',
  'list.pinned': 'Pinned',
  'list.to_confirm': 'To confirm',
  'list.confirmed': 'Confirmed',
  'list.more': 'Earlier',
  'detail.titled': '{name} ({title})',
  'detail.by': '{name}, {time}',
  'detail.edited': 'edited {time}',
  'detail.expires': 'shown until {time}',
  'detail.due': 'Due {day}',
  'detail.homework': 'Open in Homework',
  'detail.ask': 'Please confirm when you have read it.',
  'detail.changed': 'The text has just been changed. Please read it again, then confirm.',
  'detail.confirm': 'I have read this',
  'detail.confirmed': 'You confirmed {time}',
  'detail.gone': 'This notice is not there any more',
  'detail.gone_text': 'It may have been taken back a moment ago, or it has expired.',
  'write.failed': 'The editor could not be loaded',
  'detail.print': 'Print',
  'detail.back': 'All notices',
};

export default en;
