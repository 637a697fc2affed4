// What an exam closes: nothing can be asked until it is over.
import { watch, type ComputedRef, type Ref } from 'vue';
import type { ApiFailure } from '@/api/failure';
import { refreshExam, useClosingExam, type Exam } from '@/core/exam-mode';

/** The slug of a refusal because of an exam. */
export const EXAM_SLUG = 'exam_mode';

/**
 * The exam that closes the chat to the member; null while none does. `refusal` is why the last question was not taken.
 * `onBegin` is called when an exam begins.
 */
export function useExamOf(refusal: Ref<ApiFailure | null>, onBegin: () => void): ComputedRef<Exam | null> {
  const exam = useClosingExam();
  watch(
    () => refusal.value?.slug === EXAM_SLUG,
    // A refusal may be the first that this page hears of it.
    (isRefused) => isRefused && refreshExam(),
  );
  watch(exam, (now) => {
    if (now) return onBegin();
    if (refusal.value?.slug === EXAM_SLUG) refusal.value = null;
  });
  return exam;
}
