// English texts of subscribing, importing and exporting.
import type { Dict } from '@/core/i18n';
import type { FeedKey } from './zh';

const en: Dict<FeedKey> = {
  title: 'Subscribe, import and export',
  'tab.feed': 'Subscribe',
  'tab.file': 'Import and export',
  'feed.text':
    'Have this calendar on a phone or a computer: make an address, and paste it there where a calendar is subscribed to. Later changes come by themselves.',
  'content.label': 'What the address shows',
  'content.all': 'Class and mine',
  'content.own': 'Only mine',
  'content.class': 'Only the class',
  'who.all':
    'Whoever knows this address sees, without signing in, the events of the class and your own: titles, times, places and descriptions. Use it for your own devices and do not pass it on.',
  'who.own':
    'Whoever knows this address sees, without signing in, your own events: titles, times, places and descriptions. Use it for your own devices and do not pass it on.',
  'who.class':
    'Whoever knows this address sees, without signing in, the events of the class: titles, times, places and descriptions, and none of your own.',
  'feed.name': 'For what',
  'feed.name_sample': 'Such as: my phone',
  'feed.make': 'Make an address',
  'feed.made': 'Here is the address',
  'feed.once':
    'It is shown this once: copy it now. It ends when you change your password or sign out your other devices.',
  'feed.address': 'Address to subscribe to',
  'feed.copy': 'Copy',
  'feed.copied': 'Address copied',
  'feed.how': 'iPhone: Settings, Calendar, Accounts, Add Subscribed Calendar. Elsewhere look for “subscribe by URL”.',
  'feed.list': 'My addresses',
  'feed.none': 'None yet',
  'feed.unnamed': 'An address without a name',
  'feed.used': 'last read {time}',
  'feed.unused': 'not read yet',
  'feed.revoke': 'Revoke {name}',
  'revoke.title': 'Revoke {name}?',
  'revoke.text':
    'The address stops working at once, and devices that use it are not updated any more. It cannot be brought back, but a new one can be made.',
  'revoke.do': 'Revoke',
  'import.title': 'Import',
  'import.text':
    'Events from an .ics file: that of the school, or of another calendar. You look at them first, and can undo it.',
  'import.do': 'Import a file…',
  'export.title': 'Export',
  'export.text': 'An .ics file, which other calendars can read.',
  'export.self': 'My events',
  'export.class': 'Events of the class',
  'export.name_self': 'My calendar',
  'export.name_class': 'Class calendar',
  'export.done': '{name} was saved',
};

export default en;
