// English texts of the month on paper.
import type { Dict } from '@/core/i18n';
import type { PrintKey } from './zh';

const en: Dict<PrintKey> = {
  title: 'Print the duty of a month',
  before: 'The month before',
  after: 'The month after',
  month: '{month}/{year}',
  print: 'Print',
  heading: 'Duty {month}',
  off: 'off',
  undone: 'Days to come are as the rosters stand now; holidays and swaps may change them.',
};

export default en;
