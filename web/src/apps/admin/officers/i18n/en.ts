// English texts of the console's officers.
import type { Dict } from '@/core/i18n';
import type { OfficersKey } from './zh';

const en: Dict<OfficersKey> = {
  'list.none': 'No officers yet',
  'list.none_text': 'Let a few classmates help, each with their own task; it can be taken back any time.',
  'list.appoint': 'Appoint an officer',
  'list.no_rights': 'no rights',
  'list.change': 'Change the title and rights of {name}',
  'list.remove': 'Remove {name} from office',
  'list.not_yours': 'You cannot change officers of your own rank',

  'pick.title': 'Whom?',
  'pick.search': 'Name, net name or user ID',
  'pick.none': 'Nobody to appoint',
  'pick.none_text': 'Only registered, active members without an office can be appointed.',
  'pick.more': '{n} more; type a name to narrow the list',

  'form.title': 'Title',
  'form.title_sample': 'Like: study representative',
  'form.title_error': 'A title has at most 20 characters',
  'form.rights': 'Rights',
  'form.not_held': 'You do not hold this right yourself, so you cannot give it',
  'form.unknown': 'No feature of this portal knows this right; once turned off it cannot be given again',
  'form.none': 'An officer without rights has a title only, and sees the health page and the own log.',
  'form.effect': '{name} holds these rights at once, in the own class only.',
  'form.effect_everywhere':
    '{name} holds these rights at once. “Manage apps and the lock” counts for all classes: apps on and off, locked screens and the cleared cache of outside files touch everybody.',
  'form.effect_rest': 'The other rights count in the own class only.',
  'form.effect_loses': '{name} loses at once: {rights}.',
  'form.appoint': 'Appoint',
  'form.done': '{name} is an officer now',
  'form.changed': 'Title and rights of {name} are updated',

  'remove.title': 'Remove from office',
  'remove.effect':
    '{name} becomes an ordinary member and loses {n} right at once. Account and content stay.|{name} becomes an ordinary member and loses {n} rights at once. Account and content stay.',
  'remove.effect_none': '{name} becomes an ordinary member. Account and content stay.',
  'remove.do': 'Remove',
  'remove.done': '{name} is no officer any more',
};

export default en;
