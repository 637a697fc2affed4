// English texts of the counts of questions.
import type { Dict } from '@/core/i18n';
import type { SafetyKey } from './zh';

const en: Dict<SafetyKey> = {
  text: 'When a question in the AI chat has words of these kinds, whoever asks sees at once where there is help, and it is counted here.',
  what: 'Only the day, the class, the kind and the number are recorded.',
  what_not:
    'Who asked and what was asked are not recorded. The numbers of today are shown tomorrow, so that nobody can guess who was at the computer just now.',
  rough:
    'A list of words decides: research and novels may be counted too, and other words are not known. When a number grows, it is worth asking the class how it is.',
  kinds: 'The last {n} days, up to {day}',
  none: 'No such question in the last {n} days',
  days: 'By day',
  self_harm: 'Self-harm',
  violence: 'Violence',
  bullying: 'Bullying',
  sexual: 'Sexual matters',
  drugs: 'Drugs',
};

export default en;
