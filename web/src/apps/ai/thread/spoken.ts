// What a screen reader says of an answer: that it begins, and how it has ended; never its single words.
import { ref, watch, type Ref } from 'vue';
import { t } from '../i18n';
import type { Thread } from '../state/threads';

/** The whole answer stands among the messages. */
const MOST = 200;

export function useSpoken(thread: Readonly<Ref<Thread | null>>): { spoken: Ref<string> } {
  const spoken = ref('');
  watch(
    () => [thread.value, thread.value !== null && thread.value.live !== null] as const,
    ([now, isWriting], [before, wasWriting]) => {
      if (!now || now !== before) spoken.value = '';
      else if (isWriting) spoken.value = t('thread.spoken_begin');
      else if (wasWriting) spoken.value = endOf(now);
    },
  );
  return { spoken };
}

function endOf({ messages }: Thread): string {
  const last = messages[messages.length - 1];
  if (last?.role !== 'assistant') return '';
  if (last.error) return t('thread.spoken_failed', { text: last.error });
  if (last.ending === 'stopped') return t('thread.spoken_stopped');
  return t('thread.spoken_done', { text: last.content.slice(0, MOST) });
}
