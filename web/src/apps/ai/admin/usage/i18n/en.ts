// English texts of what the AI chat has used.
import type { Dict } from '@/core/i18n';
import type { UsageKey } from './zh';

const en: Dict<UsageKey> = {
  text_all: 'What all classes have used, without erased members.',
  text_class: 'What your class has used, without erased members.',
  period: 'Period',
  'period.7': '7 days',
  'period.30': '30 days',
  'period.90': '90 days',
  none: 'No answer in this period',
  none_text: 'Once members are answered in the AI chat, what that takes stands here.',
  totals: 'Totals',
  messages: 'Answers',
  messages_detail: '{n} a day on average',
  read: 'Tokens read',
  read_detail: '{share} from the cache',
  written: 'Tokens written',
  written_detail: 'thoughts and answers',
  cost: 'Cost',
  cost_detail: 'at the prices that were set then',
  measure: 'Show',
  'measure.tokens': 'Tokens',
  'measure.cost': 'Cost',
  'measure.messages': 'Answers',
  'day.tokens': 'Tokens by day',
  'day.cost': 'Cost by day',
  'day.messages': 'Answers by day',
  'part.read': 'read',
  'part.written': 'written',
  'amount.tokens': '{n} tokens',
  'amount.cost': '{n}',
  'amount.messages': '{n} answer|{n} answers',
  peak: 'Most on {day}: {amount}',
  show: 'Show the numbers',
  table: 'Usage by day',
  day: 'Day',
  models: 'By model',
  classes: 'By class',
};

export default en;
