// English texts of the choice of an audience and of what goes to one.
import type { Dict } from '@/core/i18n';
import type { PartsKey } from './zh';

const en: Dict<PartsKey> = {
  'audience.label': 'For',
  'audience.everywhere': 'All classes',
  'audience.class': 'Class {n}',
  'audience.all': 'Everyone',
  'audience.officers': 'Officers and admins',
  'audience.class_admins': 'Admins',
  'audience.role': 'Who',
  'audience.classes': 'Classes',
  'audience.own': 'Only your class ({n})',
  'audience.size': '{n} member gets it now|{n} members get it now',
};

export default en;
