// English texts of the banner about the exam mode.
import type { Dict } from '@/core/i18n';
import type { ExamKey } from './zh';

const en: Dict<ExamKey> = {
  'exam.on': 'Exam mode until {time}: chat and community are read-only, the AI chat is closed',
  'exam.staff': 'Exam mode until {time}: for students, chat and community are read-only and the AI chat is closed',
  'soon.own':
    'An exam begins at {time}, in {n} minute: no chat and no notices until it ends|An exam begins at {time}, in {n} minutes: no chat and no notices until it ends',
  'soon.staff':
    'An exam begins at {time}, in {n} minute: no chat and no notices for students until it ends|An exam begins at {time}, in {n} minutes: no chat and no notices for students until it ends',
  'soon.spoken': 'An exam begins at {time}',
};

export default en;
