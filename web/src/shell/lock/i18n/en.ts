// English texts of the lock screen.
import type { Dict } from '@/core/i18n';
import type { LockKey } from './zh';

const en: Dict<LockKey> = {
  'lock.open': 'Unlock',
  'lock.password': 'Password',
  'lock.wrong': 'Wrong password',
  'lock.class': 'The screens of the class are locked until a teacher or officer unlocks them',
  'lock.portal': 'All screens of the school are locked until an admin of all classes unlocks them',
  'lock.both':
    'The screens of the school and of the class are both locked: an admin of all classes unlocks the school, a teacher or officer the class',
  'lock.some': 'The screens are locked',
  'lock.open_class': 'Unlock {name}',
  'lock.open_portal': 'Unlock the whole school',
  'lock.pass': 'Go on at this device',
  'lock.switch': 'Switch user',
};

export default en;
