// Why nothing can be liked and voted on now.
import { computed, type ComputedRef } from 'vue';
import { examTime, useClosingExam } from '@/core/exam-mode';
import { language } from '@/core/i18n';
import { useMinute } from '@/core/time';
import { t } from '../i18n';

/** The sentence that says so during an exam; empty while all is open. To be called in a `setup`. */
export function useClosed(): ComputedRef<string> {
  const exam = useClosingExam();
  const now = useMinute();
  return computed(() =>
    exam.value ? t('exam.closed', { time: examTime(exam.value.until, now.value.getTime(), language.value) }) : '',
  );
}
