// English texts of the banner about the exam mode.
import type { Dict } from '@/core/i18n';
import type { ExamKey } from './zh';

const en: Dict<ExamKey> = {
  'exam.on': 'Exam mode until {time}: chat and community are read-only, the AI chat is closed',
  'exam.staff': 'Exam mode until {time}: for students, chat and community are read-only and the AI chat is closed',
};

export default en;
