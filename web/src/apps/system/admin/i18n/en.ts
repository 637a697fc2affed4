// English texts of the console's apps and of the lock of all screens.
import type { Dict } from '@/core/i18n';
import type { SystemKey } from './zh';

const en: Dict<SystemKey> = {
  'whose.label': 'Whom it is for',
  'whose.class': 'For {name} alone',
  'whose.portal': 'For all classes; the switches of classes stay as they are',
  'above.where': ': choose “All classes” under “Whom it is for” above',

  'apps.title': 'Apps',
  'apps.text':
    'An app that is off leaves the desktops, and whoever uses it goes back to the desktop. Its content stays.',
  'apps.protected': 'Cannot be turned off: without it nobody could turn others on',
  'apps.above': 'Off in the whole portal; only an admin of all classes turns it on',
  'apps.changed': 'changed by {name}, {time}',
  'apps.on': '“{name}” is on',
  'apps.off': '“{name}” is off',
  'apps.ask_title': 'Turn “{name}” off?',
  'apps.ask_effect': 'Everybody leaves “{name}” at once, until it is on again. Its content stays.',
  'apps.ask_do': 'Turn off',

  'lock.title': 'Lock the screens',
  'lock.text': 'Classroom panels and open desktops show nothing but the lock. For exams and assemblies.',
  'lock.state_on': 'Now: locked',
  'lock.state_off': 'Now: not locked',
  'lock.above': 'The lock of the whole portal is still on; only an admin of all classes lifts it',
  'lock.lock': 'Lock the screens',
  'lock.unlock': 'Unlock',
  'lock.ask_title': 'Lock the screens?',
  'lock.ask_effect':
    'Everybody sees nothing but the lock at once. What was not saved stays on their pages until it is unlocked.',
  'lock.locked': 'The screens are locked',
  'lock.unlocked': 'The screens are unlocked',
};

export default en;
