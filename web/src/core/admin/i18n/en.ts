// English texts that the sections of the console share.
import type { Dict } from '@/core/i18n';
import type { SharedKey } from './zh';

const en: Dict<SharedKey> = {
  'audience.label': 'For',
  'audience.everywhere': 'All classes',
  'audience.all': 'Everyone',
  'audience.officers': 'Officers and admins',
  'audience.class_admins': 'Admins',
  'audience.role': 'Who',
  'audience.classes': 'Classes',
  'audience.own': 'Only your class ({name})',
  'audience.size': '{n} member besides you gets it now|{n} members besides you get it now',

  'tier.user': 'Member',
  'tier.officer': 'Officer',
  'tier.class_admin': 'Class admin',
  'tier.admin': 'System admin',

  'list.comma': ', ',
  'class.all': 'All classes',

  'panels.shown': 'shown on {shown} of {of} panels',
  'panels.look': '{text}: open their pictures',

  'names.copy': 'Copy the names',
  'names.copied': '{n} name copied|{n} names copied',
};

export default en;
