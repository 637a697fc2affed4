// What an exam closes: nothing can be asked until it is over.
import { watch, type ComputedRef, type Ref } from 'vue';
import { refreshExam, useClosingExam, type Exam } from '@/core/exam-mode';
import type { Conversation } from './conversations';

/** The slug of a refusal because of an exam. */
export const EXAM_SLUG = 'exam_mode';

/** The exam that closes the chat to the member; null while none does. `onBegin` is called when one begins. */
export function useExamOf(
  conversation: Readonly<Ref<Conversation | null>>,
  onBegin: () => void,
): ComputedRef<Exam | null> {
  const exam = useClosingExam();
  watch(
    () => conversation.value?.refusal?.slug === EXAM_SLUG,
    // A refusal may be the first that this page hears of it.
    (isRefused) => isRefused && refreshExam(),
  );
  watch(exam, (now) => {
    if (now) return onBegin();
    if (conversation.value?.refusal?.slug === EXAM_SLUG) conversation.value.refusal = null;
  });
  return exam;
}
