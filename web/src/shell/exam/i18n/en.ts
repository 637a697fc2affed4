// English texts of the banner about the exam mode.
import type { Dict } from '@/core/i18n';
import type { ExamKey } from './zh';

const en: Dict<ExamKey> = {
  'exam.on': 'Exam mode until {time}: the AI chat is closed',
  'exam.staff': 'Exam mode until {time}: the AI chat is closed to students',
};

export default en;
