// English texts of the help that whoever asks is shown.
import type { Dict } from '@/core/i18n';
import type { HelpKey } from './zh';

const en: Dict<HelpKey> = {
  title: 'You are not alone: there is someone to talk to now',
  text: 'Whatever has happened, somebody will listen. Tell a teacher, relative or classmate you trust, or call:',
  line_12356: 'National line for psychological help',
  line_12355: 'Line for young people',
  line_110: 'Police, when there is danger',
  title_other: 'Do you need help?',
  violence: 'If you or somebody else is in danger, tell a teacher or your family at once, or call 110.',
  bullying: 'Being bullied is not your fault. Tell a teacher or your family, or call the line for young people, 12355.',
  sexual:
    'If somebody makes you uncomfortable or forces you, it is not your fault. Tell an adult you trust, or call 12355 or 110.',
  drugs: 'If somebody offers you drugs, leave, tell a teacher or your family, or call 110.',
  bar: 'You are not alone',
  show: 'Show help',
  hide: 'Hide this',
  line: 'Do you need help?',
  privacy:
    'A list of words decides this and may be wrong. The next day teachers see how many such questions there were, not who asked or what.',
};

export default en;
