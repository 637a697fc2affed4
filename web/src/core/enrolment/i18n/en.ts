// English texts of what belongs to the enrolment of a class.
import type { Dict } from '@/core/i18n';
import type { EnrolmentKey } from './zh';

const en: Dict<EnrolmentKey> = {
  'slip.title': 'Class portal claim slip',
  'slip.how':
    'Open {url}, press “First time here? Register”, enter your name and the code, then pick a net name and a password.',
  'slip.code': 'Claim code',
  'slip.once': 'It works once. Keep it to yourself.',
  'forward.text':
    'The class portal of {who} is open.\n1. Join the school network and open {url} in a browser\n2. {how}\n3. Pick a net name and a password (8 characters or more, with letters and digits)',
  'forward.with_code': 'Press “First time here? Register”, enter your name and the 8-character code of your slip',
  'forward.plain': 'Press “First time here? Register” and enter your name as it stands on the class list',
  'forward.copied': 'Copied; paste it into the class group',
  'until.today': 'today {time}',
  'until.tomorrow': 'tomorrow {time}',
};

export default en;
