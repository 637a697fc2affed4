// While the member sits an exam, the island shows only what is urgent, and the icons of apps show no counts. Class admins
// and admins, to whom nothing is closed, are told as usual.
import { onScopeDispose, watch } from 'vue';
import { hideBadges } from '@/core/badges';
import { useClosingExam } from '@/core/exam-mode';
import { setQuiet } from '@/core/notify';

/** Follows the exam; to be called inside an effect scope, which ends it. */
export function followExam(): void {
  const exam = useClosingExam();
  watch(() => exam.value !== null, turn, { immediate: true });
  onScopeDispose(() => turn(false));
}

function turn(on: boolean): void {
  setQuiet('exam', on);
  hideBadges(on);
}
