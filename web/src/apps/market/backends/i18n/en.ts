// English texts of the back ends.
import type { Dict } from '@/core/i18n';
import type { BackEndKey } from './zh';

const en: Dict<BackEndKey> = {
  text: 'The back ends of apps run fenced in: an error or an endless loop costs nobody else anything. The numbers count since the portal was started.',
  none: 'No app has a back end',
  none_text: 'Once an app with a back end is installed, you see here how it runs and what it logs.',

  'state.running': 'Running',
  'state.stopped': 'Waiting',
  'state.failed': 'Does not start',
  'state.disabled': 'Stopped',
  'state.failed_text':
    'Its code did not start, so the app does not work. Send the reason below to its author, or roll back to the version before.',
  'state.disabled_text':
    'It went beyond its time or memory several times within minutes and was stopped. A restart brings it back; if that happens again, tell its author.',
  strikes:
    'Went beyond its limits {n} time in the last 10 minutes; 5 stop it|Went beyond its limits {n} times in the last 10 minutes; 5 stop it',

  'fact.calls': 'Requests',
  'fact.failed': 'Failed',
  'fact.cpu': 'CPU time',
  'fact.memory': 'Memory',
  'fact.last': 'Last request',
  'fact.never': 'none yet',
  'fact.storage': 'Database',
  'fact.of': '{used} / {quota}',

  'log.open': 'Log',
  'log.open_label': 'Log of {name}',
  'log.title': 'Log of {name}',
  'log.copy': 'Copy',
  'log.copied': '{n} line copied|{n} lines copied',
  'log.refresh': 'Refresh',
  'log.none': 'Nothing has been logged yet',
  'log.none_level': 'There are no lines of this level',
  'log.keep': 'The newest 500 lines are kept, until the portal restarts.',
  'show.label': 'Show',
  'show.all': 'All',
  'show.warn': 'Warnings',
  'show.error': 'Errors',
  'level.error': 'Error',
  'level.warn': 'Warning',
  'level.info': 'Info',
  'level.debug': 'Debug',

  'restart.do': 'Restart',
  'restart.label': 'Restart the back end of {name}',
  'restart.ask': 'Restart the back end of {name}?',
  'restart.effect':
    'Requests under way are cut off; it is back within seconds. Stored data stays, what is only in memory (such as a game that is being played) may be lost.',
  'restart.done': 'The back end of {name} was restarted',
};

export default en;
