// English texts of the history and the counts.
import type { Dict } from '@/core/i18n';
import type { HistoryKey } from './zh';

const en: Dict<HistoryKey> = {
  title: 'History and counts',
  tabs: 'What to see',
  'tab.turns': 'History',
  'tab.counts': 'Counts',
  roster: 'Roster',
  none: 'No past duty yet',
  none_text: 'The duty of a day is written down when the day begins; later changes of the roster leave it as it was.',
  no_roster: 'No roster yet',
  done: 'Done',
  missed: 'Not ticked',
  for: '{name} (for {other})',
  with_task: '{name} {task}',
  span: 'How far back',
  'span.30': '30 days',
  'span.90': '90 days',
  'span.180': '180 days',
  counts_about: 'Dark is how often it was ticked as done, light how often it was not.',
  counts_none: 'No duty in this time',
  count: '{n} time, done {done}|{n} times, done {done}',
  average: '{n} each on average',
};

export default en;
