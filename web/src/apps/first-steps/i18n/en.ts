// English texts of the first steps.
import type { Dict } from '@/core/i18n';
import type { StepsKey } from './zh';

const en: Dict<StepsKey> = {
  'step.enrol': '{registered}/{total} registered',
  'step.slips': 'Print claim slips',
  'step.announce': 'Write a notice',
  'step.layout': 'Set the class desktop',
  'step.photo': 'Add a class photo',
  'hint.enrol': 'Project the QR code; names light up',
  'hint.slips': '{n} slip is unused|{n} slips are unused',
  'hint.announce': 'A notice or homework for everyone',
  'hint.layout': 'What classmates see at first',
  'hint.photo': 'The class can choose it as wallpaper',
  'step.done': 'Done',
  'list.label': 'First steps, {done} of {count} done',
  'list.progress': 'First steps: {done} of {count}',
  'list.finished': 'All done',
  'list.hide': 'Hide',
  'list.hide_label': 'Hide the first steps',
  'list.hidden': 'The first steps are hidden',
};
export default en;
