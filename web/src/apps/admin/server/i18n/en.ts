// English texts of the console's server section.
import type { Dict } from '@/core/i18n';
import type { ServerKey } from './zh';

const en: Dict<ServerKey> = {
  'cdn.title': 'Cache of outside files',
  'cdn.text':
    'All stored files of other hosts are deleted and fetched anew when they are needed. Pages are slower for a while.',
  'cdn.clear': 'Clear the cache',
  'cdn.ask_title': 'Clear the cache of outside files?',
  'cdn.cleared': '{n} stored file deleted|{n} stored files deleted',

  'mode.title': 'Mode',
  'mode.text': 'Single: this class server alone. Multi: together with other class servers.',
  'mode.single': 'Single',
  'mode.multi': 'Multi',
  'mode.change': 'Change to {mode}',
  'mode.ask_title': 'Change to {mode}?',
  'mode.ask_single': 'The connections to other class servers end at once; their messages do not arrive here any more.',
  'mode.ask_multi':
    'This server connects to the class servers that are configured, and exchanges sign-ins and messages with them.',
  'mode.ask_do': 'Change',
  'mode.done': 'Mode: {mode}',

  'process.title': 'Processes',
  'process.text': 'The parts of the portal. One that is stopped does not start by itself.',
  'process.above':
    'Where there are several classes, only admins of all of them stop and restart parts and change the mode.',
  'process.state_running': 'Running',
  'process.state_waiting': 'Waiting to begin again',
  'process.state_stopped': 'Stopped',
  'process.since': 'since {time}',
  'process.restarts': 'began again {n} time after a failure|began again {n} times after a failure',
  'process.error': 'Last failure: {error}',
  'process.essential': 'Cannot be stopped',
  'process.restart': 'Restart',
  'process.stop': 'Stop',
  'process.start': 'Start',
  'process.ask_restart': 'Restart “{name}”?',
  'process.ask_stop': 'Stop “{name}”?',
  'process.effect_restart': '“{name}” is away for a second or two; whoever uses it connects again by itself.',
  'process.effect_stop': '“{name}” stays stopped until someone starts it. What it does is not there meanwhile.',
  'process.unnamed': 'Another part ({name})',
  'process.name_http': 'Web server',
  'process.name_database': 'Database',
  'process.name_events': 'Event delivery',
  'process.name_chat': 'Chat connections',
  'process.name_realtime-tick': 'Ends of polls',
  'process.name_session-notes': 'Last use of devices',
  'process.name_stat-sampler': 'Samples for the plots',
  'process.name_file-sweep': 'File clean-up',
  'process.name_level': 'Level points',
  'process.name_search': 'Search index',
  'process.stops_chat':
    'Everybody’s chat connection ends at once. Pages poll instead: nothing is lost, but messages come later.',
  'process.stops_realtime-tick': 'Polls that hear nothing do not end in time, only when the other side hangs up.',
  'process.stops_session-notes': 'When a sign-in was last used is not noted any more.',
  'process.stops_stat-sampler': 'The plots of the last day have a gap.',
  'process.stops_file-sweep': 'Files that nobody needs any more stay on the disk until it runs again.',
  'process.done_restart': '“{name}” is restarted',
  'process.done_stop': '“{name}” is stopped',
  'process.done_start': '“{name}” is running',
};

export default en;
